import { resetPasswordRequestSchema } from "@fanfare/contract/schema/accounts/member";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../lib/password-hint.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/input.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { AuthLayout } from "./layout.tsx";

const route = getRouteApi("/reset");

export function ResetPassword() {
  useTitle(t("New password"));
  const { token } = route.useSearch();
  const [is_done, setDone] = useState(false);
  if (!is_done) return <ResetPasswordForm token={token} onDone={() => setDone(true)} />;
  return (
    <AuthLayout
      title={t("Password changed")}
      lead={t("You’ve been signed out everywhere. Sign in with your new password.")}
    >
      <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
        {t("Go to sign-in")}
      </Link>
    </AuthLayout>
  );
}

function ResetPasswordForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { api } = useAppContext();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: resetPasswordRequestSchema,
    defaultValues: { token, password: "" },
    mode: "onTouched",
    send: async (body) => {
      await api.call("POST /api/password-reset", { body, unkeyed: true });
      onDone();
    },
  });

  return (
    <AuthLayout title={t("Choose a new password")} lead={t("This link works once.")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={problem} />
        {errorOf("token") !== undefined && (
          <Callout tone="caution">{t("This link is incomplete. Copy the full link.")}</Callout>
        )}
        <Field label={t("New password")} error={errorOf("password")} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" autoFocus className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
          {t("Set password")}
        </Button>
      </form>
    </AuthLayout>
  );
}
