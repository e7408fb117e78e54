import { type SignInRequest, signInRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useCompleteSignIn } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { providerProblem } from "../../model/provider-problems.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/input.tsx";
import { CodeField } from "./code-field.tsx";
import { EmailField } from "./email-field.tsx";
import { AuthLayout } from "./layout.tsx";
import { ProviderCode } from "./provider-code.tsx";
import { ProviderLink } from "./provider-link.tsx";

const route = getRouteApi("/sign-in");

export function SignIn() {
  const { return_to, problem, code } = route.useSearch();
  if (code !== undefined) return <ProviderCode return_to={return_to} />;
  return <SignInForm return_to={return_to} problem={providerProblem(problem)} />;
}

interface SignInFormProps {
  readonly return_to: string | undefined;
  /** Why somebody comes back from the provider without being signed in. */
  readonly problem: string | undefined;
}

function SignInForm({ return_to, problem: refused }: SignInFormProps) {
  useTitle(t("Sign in"));
  const { api } = useAppContext();
  const enter = useCompleteSignIn();
  const setup = useQuery(queries.setup(api));
  const [is_code_asked, setCodeAsked] = useState(false);
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<SignInRequest>({
    resolver: zodResolver(signInRequestSchema),
    defaultValues: { email: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFailed(undefined);
    try {
      await enter(await api.call("POST /api/sign-in", { body, unkeyed: true }), return_to);
    } catch (error) {
      const problem = asProblem(error);
      // The password was right: what is missing is not a mistake.
      if (problem.code === "second_factor_required") return setCodeAsked(true);
      setFailed(problem);
      if (problem.code === "sign_in_failed") form.resetField("password");
      form.setFocus(problem.code === "second_factor_failed" ? "code" : "password");
    }
    return undefined;
  });

  return (
    <AuthLayout title={t("Welcome back")} lead={t("Sign in to your workspace.")}>
      {setup.data?.needed === true && (
        <Callout title={t("Set up your workspace")}>
          {t("Open the setup link from the server’s terminal to create the owner account.")}
        </Callout>
      )}
      {refused !== undefined && <Callout tone="problem">{refused}</Callout>}
      {setup.data?.provider != null && <ProviderLink provider={setup.data.provider} return_to={return_to} />}
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <FormProblem problem={failed} />
        <EmailField error={errors.email?.message} {...form.register("email")} />
        <Field label={t("Password")} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" className="h-10" {...form.register("password")} />
        </Field>
        {is_code_asked && <CodeField error={errors.code?.message} {...form.register("code")} />}
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} className="mt-1">
          {t("Sign in")}
        </Button>
      </form>
      <ForgotPasswordLink offers_reset={setup.data?.offers_reset} />
    </AuthLayout>
  );
}

/** A way in for who forgot their password: by mail, or by asking somebody. */
function ForgotPasswordLink({ offers_reset }: { readonly offers_reset: boolean | undefined }) {
  if (offers_reset === undefined) return null;
  return (
    <p className="text-center text-sm text-ink-2">
      {offers_reset ? (
        <Link to="/forgot" className="font-medium text-accent-text underline-offset-2 hover:underline">
          {t("Forgot your password?")}
        </Link>
      ) : (
        t("Forgot your password? Ask an owner or admin for a password reset link.")
      )}
    </p>
  );
}
