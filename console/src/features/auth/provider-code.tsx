import { providerCodeRequestSchema } from "@fanfare/contract/schema/accounts/single-sign-on";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useCompleteSignIn } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { AuthForm } from "./auth-form.tsx";
import { CodeField } from "./code-field.tsx";
import { AuthLayout } from "./layout.tsx";

/** Back from the provider, and two-factor sign-in is on: the code is what is missing. */
export function ProviderCode({ return_to }: { readonly return_to: string | undefined }) {
  useTitle(t("Sign in"));
  const { api } = useAppContext();
  const enter = useCompleteSignIn();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof providerCodeRequestSchema>>({
    resolver: zodResolver(providerCodeRequestSchema),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    setFailed(undefined);
    try {
      await enter(await api.call("POST /api/provider-sign-in/code", { body: { code }, unkeyed: true }), return_to);
    } catch (error) {
      setFailed(asProblem(error));
      form.setFocus("code");
    }
  });
  return (
    <AuthLayout title={t("Two-factor authentication")} lead={t("Enter your authentication code to finish signing in.")}>
      <AuthForm problem={failed} action={t("Sign in")} busy={isSubmitting} onSubmit={submit}>
        <CodeField error={errors.code?.message} {...form.register("code")} />
      </AuthForm>
    </AuthLayout>
  );
}
