import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";
import { Field } from "../forms/field.tsx";
import { Input } from "../forms/input.tsx";
import { Dialog, type DialogState } from "./dialog.tsx";
import { DialogFooter } from "./dialog-footer.tsx";

interface ConfirmDialogProps extends DialogState {
  readonly title: string;
  readonly description: ReactNode;
  /** Label of the confirm button: verb and object. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly busy: boolean;
  /** Text to type as confirmation, for actions that can't be undone. */
  readonly typed?: string;
  readonly children?: ReactNode;
}

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

/** Mounts with the dialog, so closing it discards the form. */
function ConfirmForm({ action, onConfirm, busy, typed, onCancel }: ConfirmFormProps) {
  const [text, setText] = useState("");
  const form = useId();
  const ready = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The event must not submit a surrounding form.
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
