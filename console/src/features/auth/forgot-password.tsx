import { limits } from "@fanfare/contract/limits";
import { passwordResetEmailRequestSchema } from "@fanfare/contract/schema/accounts/mail";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { AuthForm } from "./auth-form.tsx";
import { EmailField } from "./email-field.tsx";
import { AuthLayout } from "./layout.tsx";

/** Shows the same confirmation for every email address, so it doesn't reveal who is a member. */
export function ForgotPassword() {
  useTitle(t("Reset your password"));
  const [requestedEmail, setRequestedEmail] = useState<string>();
  if (requestedEmail === undefined) return <ForgotPasswordForm onAsked={setRequestedEmail} />;
  return (
    <AuthLayout
      title={t("Check your email")}
      lead={tCount(
        limits.reset_link_hours,
        "If {email} belongs to a member, you’ll get a reset link by email. It works once and expires in {n} hour.",
        "If {email} belongs to a member, you’ll get a reset link by email. It works once and expires in {n} hours.",
        { email: requestedEmail },
      )}
    >
      <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
        {t("Back to sign-in")}
      </Link>
    </AuthLayout>
  );
}

function ForgotPasswordForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { api } = useAppContext();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: passwordResetEmailRequestSchema,
    defaultValues: { email: "" },
    mode: "onTouched",
    send: async ({ email }) => {
      await api.call("POST /api/password-reset/ask", { body: { email }, unkeyed: true });
      onAsked(email);
    },
  });

  return (
    <AuthLayout title={t("Reset your password")} lead={t("We’ll email you a link to reset your password.")}>
      <AuthForm problem={problem} action={t("Email me a link")} busy={busy} onSubmit={submit}>
        <EmailField error={errorOf("email")} {...form.register("email")} />
      </AuthForm>
    </AuthLayout>
  );
}
