import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";
import { Field } from "../forms/field.tsx";
import { Input } from "../forms/input.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialog-footer.tsx";

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** A question. */
  readonly title: string;
  readonly description: ReactNode;
  /** What the button that does it says: a verb and its object. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly busy: boolean;
  /** What must be typed first, for what cannot be taken back. */
  readonly typed?: string;
  readonly children?: ReactNode;
}

/** Asks once more before something that hurts. */
export function ConfirmDialog({ open, onOpenChange, title, description, children, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description} urgent>
      {children}
      <ConfirmForm {...rest} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface ConfirmFormProps extends Pick<ConfirmDialogProps, "action" | "onConfirm" | "busy" | "typed"> {
  readonly onCancel: () => void;
}

/** Mounted with the popup: what was typed is gone when it closes. */
function ConfirmForm({ action, onConfirm, busy, typed, onCancel }: ConfirmFormProps) {
  const [text, setText] = useState("");
  const form = useId();
  const ready = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Asked from within another form, that one is not sent.
    event.stopPropagation();
    if (ready) onConfirm();
  };
  return (
    <form id={form} onSubmit={submit} className="flex flex-col gap-4">
      {typed !== undefined && (
        <Field
          label={
            <Sentence text="Type {name} to confirm" parts={{ name: <span className="font-mono">{typed}</span> }} />
          }
        >
          <Input autoFocus autoComplete="off" spellCheck={false} value={text} onValueChange={setText} />
        </Field>
      )}
      <DialogFooter>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" variant="danger" busy={busy} disabled={!ready}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}
