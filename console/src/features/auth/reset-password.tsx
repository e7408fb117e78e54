import { resetPasswordRequestSchema } from "@fanfare/contract/schema/accounts/member";
import { zodResolver } from "@hookform/resolvers/zod";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../lib/password-hint.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/input.tsx";
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
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof resetPasswordRequestSchema>>({
    resolver: zodResolver(resetPasswordRequestSchema),
    defaultValues: { token, password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFailed(undefined);
    try {
      await api.call("POST /api/password-reset", { body, unkeyed: true });
      onDone();
    } catch (error) {
      setFailed(asProblem(error));
    }
  });

  return (
    <AuthLayout title={t("Choose a new password")} lead={t("This link works once.")}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <FormProblem problem={failed} />
        {errors.token !== undefined && (
          <Callout tone="caution">{t("This link is incomplete. Copy the full link.")}</Callout>
        )}
        <Field label={t("New password")} error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" autoFocus className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} className="mt-1">
          {t("Set password")}
        </Button>
      </form>
    </AuthLayout>
  );
}
