import { linkSchema } from "@fanfare/contract/schema/content/link";
import { type FormEvent, useState } from "react";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";

interface LinkDialogProps {
  /** URL of the link to edit, "" for a new one. Undefined: closed. */
  readonly href: string | undefined;
  readonly onClose: () => void;
  /** An empty URL removes the link. */
  readonly onDone: (href: string) => void;
}

export function LinkDialog({ href, onClose, onDone }: LinkDialogProps) {
  return (
    <FormDialog
      open={href !== undefined}
      onOpenChange={onClose}
      title={href === "" ? t("Add link") : t("Edit link")}
      description={t("The selected words open this URL.")}
    >
      {href !== undefined && <LinkForm href={href} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

function LinkForm({ href, onClose, onDone }: LinkDialogProps & { readonly href: string }) {
  const [url, setUrl] = useState(href);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Not the form around the dialog.
    event.stopPropagation();
    const address = /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(url.trim()) ? `https://${url.trim()}` : url.trim();
    const checked = linkSchema.safeParse(address);
    const [issue] = checked.error?.issues ?? [];
    if (address === "") setProblem(t("Enter a URL."));
    else if (issue !== undefined) setProblem(tKnown(issue.message));
    else onDone(address);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={t("URL")} error={problem}>
        <Input
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <DialogFooter>
        {href !== "" && (
          <Button className="me-auto" onClick={() => onDone("")}>
            {t("Remove link")}
          </Button>
        )}
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary">
          {href === "" ? t("Add link") : t("Save link")}
        </Button>
      </DialogFooter>
    </form>
  );
}
