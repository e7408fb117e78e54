import { resetPasswordRequestSchema } from "@fanfare/contract/schema/accounts/member";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../lib/password-hint.ts";
import { queries } from "../../lib/queries/queries.ts";
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
  const link = route.useLoaderData();
  const [is_done, setDone] = useState(false);
  if (is_done) {
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
  if (link.state === "closed") return <UsedLink reason={link.reason} />;
  return <ResetPasswordForm token={token} email={link.found.email} onDone={() => setDone(true)} />;
}

/** Offers a new link by email, or advises asking an owner or admin. */
function UsedLink({ reason }: { readonly reason: string }) {
  const { api } = useAppContext();
  const offers_reset = useQuery(queries.setup(api)).data?.offers_reset;
  return (
    <AuthLayout title={t("This link no longer works")} lead={reason}>
      {offers_reset === false && (
        <Callout tone="caution">{t("Ask an owner or admin for a password reset link.")}</Callout>
      )}
      <div className="flex flex-col gap-3">
        {offers_reset === true && (
          <Link to="/forgot" className={buttonClass("primary", "lg")}>
            {t("Request new link")}
          </Link>
        )}
        <Link to="/sign-in" search={{}} className={buttonClass(offers_reset === true ? "secondary" : "primary", "lg")}>
          {t("Go to sign-in")}
        </Link>
      </div>
    </AuthLayout>
  );
}

interface ResetPasswordFormProps {
  readonly token: string;
  readonly email: string;
  readonly onDone: () => void;
}

function ResetPasswordForm({ token, email, onDone }: ResetPasswordFormProps) {
  const { api } = useAppContext();
  const router = useRouter();
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: resetPasswordRequestSchema,
    defaultValues: { token, password: "" },
    mode: "onTouched",
    send: async (body) => {
      await api.call("POST /api/password-reset", { body, unkeyed: true });
      onDone();
    },
    onRefused: ({ code }) => {
      // Used or expired since the page was opened.
      if (code === "link_invalid") void router.invalidate();
      return false;
    },
  });

  return (
    <AuthLayout title={t("Choose a new password")} lead={t("For {email}. This link works once.", { email })}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={problem} />
        {/* Lets password managers link the password to the account. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
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
