import { limits } from "@fanfare/contract/limits";
import { setupRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useAppContext } from "../../lib/app-context.ts";
import { suggestedSourceLocale } from "../../lib/i18n/locale-options.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../lib/password-hint.ts";
import { useCompleteSignIn } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, PasswordInput } from "../../ui/forms/input.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { AuthLayout } from "./layout.tsx";

const route = getRouteApi("/setup");

export function Setup() {
  useTitle(t("Set up"));
  const { token } = route.useSearch();
  const { needed } = route.useLoaderData();
  if (!needed) {
    return (
      <AuthLayout
        title={t("Already set up")}
        lead={t("This workspace already has an owner. Sign in, or ask the owner for an invitation.")}
      >
        <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
          {t("Go to sign-in")}
        </Link>
      </AuthLayout>
    );
  }
  return token === "" ? <NoToken /> : <SetupForm token={token} />;
}

function NoToken() {
  return (
    <AuthLayout title={t("Incomplete link")} lead={t("Part of the link is missing.")}>
      <Callout tone="caution">
        {tCount(
          limits.setup_link_minutes,
          "Copy the full link from the server’s terminal. It works once and expires in {n} minute. To get a new link, restart the server.",
          "Copy the full link from the server’s terminal. It works once and expires in {n} minutes. To get a new link, restart the server.",
        )}
      </Callout>
    </AuthLayout>
  );
}

const formSchema = setupRequestSchema.omit({ token: true, source_locale: true });

function SetupForm({ token }: { readonly token: string }) {
  const { api } = useAppContext();
  const enter = useCompleteSignIn();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { name: "", email: "", password: "" },
    mode: "onTouched",
    send: async (account) => {
      const body = { ...account, token, source_locale: suggestedSourceLocale(navigator.languages) };
      await enter(await api.call("POST /api/setup", { body, unkeyed: true }), undefined);
    },
  });

  return (
    <AuthLayout title={t("Set up Fanfare")} lead={t("Create the owner account for this workspace.")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={problem} />
        <Field label={t("Your name")} error={errorOf("name")}>
          <Input autoComplete="name" autoFocus className="h-10" {...form.register("name")} />
        </Field>
        <Field label={t("Email address")} error={errorOf("email")} hint={t("You’ll sign in with this address.")}>
          <Input
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            className="h-10"
            {...form.register("email")}
          />
        </Field>
        <Field label={t("Password")} error={errorOf("password")} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
          {t("Create workspace")}
        </Button>
      </form>
    </AuthLayout>
  );
}
