import { signInRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { providerCodeRequestSchema } from "@fanfare/contract/schema/accounts/single-sign-on";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useState } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { hasOpenedApp } from "../../lib/last-app.ts";
import { queries } from "../../lib/queries/queries.ts";
import { returnPath } from "../../lib/return-path.ts";
import { useCompleteSignIn } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { providerProblem } from "../../model/provider-problems.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, PasswordInput } from "../../ui/forms/input.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { AuthForm } from "./auth-form.tsx";
import { EmailField } from "./email-field.tsx";
import { AuthLayout } from "./layout.tsx";
import { ProviderLinks } from "./provider-link.tsx";

const route = getRouteApi("/sign-in");

export function SignIn() {
  const { return_to, problem, code } = route.useSearch();
  if (code !== undefined) return <ProviderCode return_to={return_to} />;
  return <SignInForm return_to={return_to} problem={providerProblem(problem)} />;
}

interface SignInFormProps {
  readonly return_to: string | undefined;
  /** Why the identity provider's sign-in failed. */
  readonly problem: string | undefined;
}

function SignInForm({ return_to, problem: refused }: SignInFormProps) {
  useTitle(t("Sign in"));
  const { api } = useAppContext();
  const enter = useCompleteSignIn();
  // Whoever comes back to this tab may have signed in in another one.
  const setup = useQuery({ ...queries.setup(api), refetchOnWindowFocus: "always" });
  const is_signed_in = setup.data?.signed_in === true;
  const router = useRouter();
  useEffect(() => {
    if (is_signed_in && refused === undefined) void router.navigate({ href: returnPath(return_to), replace: true });
  }, [is_signed_in, refused, return_to, router]);
  const [is_code_asked, setCodeAsked] = useState(false);
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: signInRequestSchema,
    defaultValues: { email: "", password: "" },
    mode: "onTouched",
    send: async (body) => enter(await api.call("POST /api/sign-in", { body, unkeyed: true }), return_to),
    onRefused: ({ code }, { resetField, setFocus }) => {
      // The password was correct, so the missing code isn't an error.
      if (code === "second_factor_required") {
        setCodeAsked(true);
        return true;
      }
      if (code === "sign_in_failed") resetField("password");
      setFocus(code === "second_factor_failed" ? "code" : "password");
      return false;
    },
  });

  return (
    <AuthLayout
      title={hasOpenedApp() ? t("Welcome back") : t("Welcome to Fanfare")}
      lead={t("Sign in to your workspace.")}
    >
      {setup.data?.needed === true && (
        <Callout title={t("Set up your workspace")}>
          {t("Open the setup link from the server’s terminal to create the owner account.")}
        </Callout>
      )}
      {refused !== undefined && <Callout tone="problem">{refused}</Callout>}
      <ProviderLinks setup={setup.data} return_to={return_to} />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={problem} />
        <EmailField error={errorOf("email")} {...form.register("email")} />
        <Field label={t("Password")} error={errorOf("password")}>
          <PasswordInput autoComplete="current-password" className="h-10" {...form.register("password")} />
        </Field>
        {is_code_asked && <CodeField error={errorOf("code")} {...form.register("code")} />}
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
          {t("Sign in")}
        </Button>
      </form>
      <ForgotPasswordLink offers_reset={setup.data?.offers_reset} />
    </AuthLayout>
  );
}

/** Asks for the two-factor code after the identity provider's redirect. */
function ProviderCode({ return_to }: { readonly return_to: string | undefined }) {
  useTitle(t("Sign in"));
  const { api } = useAppContext();
  const enter = useCompleteSignIn();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: providerCodeRequestSchema,
    defaultValues: { code: "" },
    send: async ({ code }) =>
      enter(await api.call("POST /api/provider-sign-in/code", { body: { code }, unkeyed: true }), return_to),
    onRefused: (_, { setFocus }) => {
      setFocus("code");
      return false;
    },
  });
  return (
    <AuthLayout title={t("Two-factor authentication")} lead={t("Enter your authentication code to finish signing in.")}>
      <AuthForm problem={problem} action={t("Sign in")} busy={busy} onSubmit={submit}>
        <CodeField error={errorOf("code")} {...form.register("code")} />
      </AuthForm>
    </AuthLayout>
  );
}

/** Offers a password reset by email, or advises asking an owner or admin. */
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

/** Authentication code. Props from `register` go to the input. */
function CodeField({ error, ...input }: ComponentProps<typeof Input> & { readonly error: string | undefined }) {
  return (
    <Field label={t("Authentication code")} error={error} hint={t("Enter the 6-digit code or a recovery code.")}>
      <Input autoComplete="one-time-code" autoCapitalize="none" autoFocus {...input} className="h-10" />
    </Field>
  );
}
