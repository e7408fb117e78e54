import { changePasswordRequestSchema } from "@fanfare/contract/schema/accounts/member";
import { useQueryClient } from "@tanstack/react-query";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../../lib/password-hint.ts";
import { SIGN_INS } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";

const EMPTY = { current_password: "", password: "" };

/** Changes the password after checking the current one. */
export function PasswordSection() {
  const { api } = useAppContext();
  const { member } = useMe();
  const client = useQueryClient();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: changePasswordRequestSchema,
    defaultValues: EMPTY,
    send: async (change, { reset }) => {
      await api.call("PUT /api/me/password", { body: change });
      reset(EMPTY);
      toast.done({ title: t("Password changed"), description: t("You’re signed out everywhere else.") });
      await client.invalidateQueries(SIGN_INS);
    },
    onRefused: ({ code, detail }, { setError }) => {
      if (code === "password_wrong") setError("current_password", { message: detail });
      return code === "password_wrong";
    },
  });
  // Ignores the current password, which the browser may fill in automatically.
  useUnsaved(form.formState.dirtyFields.password === true);
  return (
    <Section title={t("Password")} description={t("Changing your password signs you out everywhere else.")}>
      <form onSubmit={submit} noValidate className="flex max-w-92 flex-col gap-5">
        <FormProblem problem={problem} />
        {/* Lets password managers link the password to the account. */}
        <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
        <Field label={t("Current password")} error={errorOf("current_password")}>
          <PasswordInput autoComplete="current-password" {...form.register("current_password")} />
        </Field>
        <Field label={t("New password")} error={errorOf("password")} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
        <div>
          <Button type="submit" busy={busy}>
            {t("Change password")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
