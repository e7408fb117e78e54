import { limits } from "@fanfare/contract/limits";
import { passwordResetEmailRequestSchema } from "@fanfare/contract/schema/accounts/mail";
import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { AuthForm } from "./auth-form.tsx";
import { EmailField } from "./email-field.tsx";
import { AuthLayout } from "./layout.tsx";

/** An address in, and for every address the same answer: nobody learns who has an account. */
export function ForgotPassword() {
  useTitle(t("Reset your password"));
  const [asked, setAsked] = useState<string>();
  if (asked === undefined) return <ForgotPasswordForm onAsked={setAsked} />;
  return (
    <AuthLayout
      title={t("Check your email")}
      lead={tCount(
        limits.reset_link_hours,
        "If {email} belongs to a member, you’ll get a reset link by email. It works once and expires in {n} hour.",
        "If {email} belongs to a member, you’ll get a reset link by email. It works once and expires in {n} hours.",
        { email: asked },
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
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof passwordResetEmailRequestSchema>>({
    resolver: zodResolver(passwordResetEmailRequestSchema),
    defaultValues: { email: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setFailed(undefined);
    try {
      await api.call("POST /api/password-reset/ask", { body: { email }, unkeyed: true });
      onAsked(email);
    } catch (error) {
      setFailed(asProblem(error));
    }
  });

  return (
    <AuthLayout title={t("Reset your password")} lead={t("We’ll email you a link to reset your password.")}>
      <AuthForm problem={failed} action={t("Email me a link")} busy={isSubmitting} onSubmit={submit}>
        <EmailField error={errors.email?.message} {...form.register("email")} />
      </AuthForm>
    </AuthLayout>
  );
}
