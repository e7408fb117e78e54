import { acceptInviteRequestSchema } from "@fanfare/contract/schema/accounts/member";
import type { InvitePreview } from "@fanfare/contract/schema/responses/accounts/member";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../lib/password-hint.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useCompleteSignIn } from "../../lib/session.ts";
import { useTitle } from "../../lib/use-title.ts";
import { ROLE_LABELS } from "../../model/role-labels.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input, PasswordInput } from "../../ui/forms/input.tsx";
import { useZodForm } from "../../ui/forms/use-zod-form.ts";
import { AuthLayout } from "./layout.tsx";
import { ProviderLinks } from "./provider-link.tsx";

const route = getRouteApi("/invite");

export function Invite() {
  useTitle(t("Invitation"));
  const { token } = route.useSearch();
  const invite = route.useLoaderData();
  if (invite.state === "open") return <InviteForm token={token} offer={invite.found} />;
  return (
    <AuthLayout title={t("This invitation is no longer valid")} lead={invite.reason}>
      <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
        {t("Go to sign-in")}
      </Link>
    </AuthLayout>
  );
}

const formSchema = acceptInviteRequestSchema.omit({ token: true });

function InviteForm({ token, offer }: { readonly token: string; readonly offer: InvitePreview }) {
  const { api } = useAppContext();
  const enter = useCompleteSignIn();
  const setup = useQuery(queries.setup(api));
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { name: "", password: "" },
    mode: "onTouched",
    send: async (account) => {
      await enter(
        await api.call("POST /api/invites/accept", { body: { ...account, token }, unkeyed: true }),
        undefined,
      );
    },
  });

  return (
    <AuthLayout
      title={t("Join {workspace}", { workspace: offer.workspace })}
      lead={t("You’re invited as {role}. You’ll sign in with {email}.", {
        role: ROLE_LABELS[offer.role].inside,
        email: offer.email,
      })}
    >
      <ProviderLinks setup={setup.data} />
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={problem} />
        {/* Lets password managers link the password to the account. */}
        <input type="hidden" name="username" autoComplete="username" value={offer.email} readOnly />
        <Field label={t("Your name")} error={errorOf("name")}>
          <Input autoComplete="name" autoFocus className="h-10" {...form.register("name")} />
        </Field>
        <Field label={t("Password")} error={errorOf("password")} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
          {t("Join workspace")}
        </Button>
      </form>
    </AuthLayout>
  );
}
