import { type FormEvent, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/input.tsx";
import { DialogFooter } from "../../../ui/overlay/dialog-footer.tsx";

interface PasswordFormProps {
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (password: string) => void;
  readonly onCancel: () => void;
}

/** A page that was left open must not be enough. */
export function PasswordForm({ action, danger = false, busy, error, onSubmit, onCancel }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const problem = error === null ? undefined : asProblem(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== "") onSubmit(password);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormProblem problem={problem?.code === "password_wrong" ? undefined : problem} />
      <Field label={t("Your password")} error={problem?.code === "password_wrong" ? problem.detail : undefined}>
        <PasswordInput autoFocus autoComplete="current-password" value={password} onValueChange={setPassword} />
      </Field>
      <DialogFooter>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}
