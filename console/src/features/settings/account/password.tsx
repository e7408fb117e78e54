import { changePasswordRequestSchema } from "@fanfare/contract/schema/accounts/member";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { PASSWORD_HINT } from "../../../lib/password-hint.ts";
import { SIGN_INS } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/input.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { fieldMessage } from "../use-app-edit.ts";

const EMPTY = { current_password: "", password: "" };

/** Another password, by the one before. */
export function PasswordSection() {
  const { api } = useAppContext();
  const { member } = useMe();
  const client = useQueryClient();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof changePasswordRequestSchema>>({
    resolver: zodResolver(changePasswordRequestSchema),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  // The present one a browser may have filled in by itself.
  useUnsaved(dirtyFields.password === true);
  const submit = form.handleSubmit(async (change) => {
    setFailed(undefined);
    try {
      await api.call("PUT /api/me/password", { body: change });
      form.reset(EMPTY);
      toast.done({ title: t("Password changed"), description: t("You’re signed out on all other devices.") });
      await client.invalidateQueries(SIGN_INS);
    } catch (error) {
      const problem = asProblem(error);
      const words = fieldMessage(problem, "/password");
      if (problem.code === "password_wrong") {
        form.setError("current_password", { message: problem.detail }, { shouldFocus: true });
      } else if (words !== undefined) form.setError("password", { message: words }, { shouldFocus: true });
      else setFailed(problem);
    }
  });
  return (
    <Section title={t("Password")} description={t("Changing your password signs you out everywhere else.")}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-92 flex-col gap-5">
        <FormProblem problem={failed} />
        {/* So that a password manager knows whose password it keeps. */}
        <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
        <Field label={t("Current password")} error={errors.current_password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register("current_password")} />
        </Field>
        <Field label={t("New password")} error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
        <div>
          <Button type="submit" busy={isSubmitting}>
            {t("Change password")}
          </Button>
        </div>
      </form>
    </Section>
  );
}
