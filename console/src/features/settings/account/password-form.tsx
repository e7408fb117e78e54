import { z } from "zod";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { DialogForm } from "../../../ui/overlay/dialog-form.tsx";

interface PasswordFormProps {
  readonly action: string;
  readonly danger?: boolean;
  /** While what follows is on its way. */
  readonly busy?: boolean;
  readonly send: (password: string) => Promise<unknown>;
  readonly onCancel: () => void;
}

const formSchema = z.object({ password: z.string() });

/** Confirms with the password, so that an unattended session isn't enough. */
export function PasswordForm({ action, danger = false, busy = false, send, onCancel }: PasswordFormProps) {
  const password_form = useZodForm({
    schema: formSchema,
    defaultValues: { password: "" },
    send: ({ password }) => (password === "" ? undefined : send(password)),
    onRefused: ({ code, detail }, { setError }) => {
      if (code === "password_wrong") setError("password", { message: detail });
      return code === "password_wrong";
    },
  });
  return (
    <DialogForm
      onSubmit={password_form.submit}
      problem={password_form.problem}
      action={action}
      variant={danger ? "danger" : "primary"}
      busy={busy || password_form.busy}
      onCancel={onCancel}
    >
      <Field label={t("Your password")} error={password_form.errorOf("password")}>
        <PasswordInput autoFocus autoComplete="current-password" {...password_form.form.register("password")} />
      </Field>
    </DialogForm>
  );
}
