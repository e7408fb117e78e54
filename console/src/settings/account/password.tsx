import { changePasswordRequestSchema } from "@fanfare/contract/schema/member";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiProblem } from "../../api-problem.ts";
import { useDoors, useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { PASSWORD_HINT } from "../../password-hint.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { PasswordInput } from "../../ui/input.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { SIGN_INS } from "../queries.ts";
import { wordsFor } from "../use-app-edit.ts";

const EMPTY = { current_password: "", password: "" };

/** Another password, by the one before. */
export function PasswordSection() {
  const { api } = useDoors();
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
      await settingsCalls(api).changePassword(change);
      form.reset(EMPTY);
      toast.done({ title: t("Password changed"), description: t("You are signed out everywhere else.") });
      await client.invalidateQueries(SIGN_INS);
    } catch (error) {
      const problem = asProblem(error);
      const words = wordsFor(problem, "/password");
      if (problem.code === "password_wrong") {
        form.setError("current_password", { message: problem.detail }, { shouldFocus: true });
      } else if (words !== undefined) form.setError("password", { message: words }, { shouldFocus: true });
      else setFailed(problem);
    }
  });
  return (
    <Section title={t("Password")} description={t("Changing it signs you out everywhere but here.")}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-92 flex-col gap-5">
        <FormProblem problem={failed} />
        {/* So that a password manager knows whose password it keeps. */}
        <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
        <Field label={t("Present password")} error={errors.current_password?.message}>
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
