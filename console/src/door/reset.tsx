import { resetPasswordRequestSchema } from "@fanfare/contract/schema/member";
import { zodResolver } from "@hookform/resolvers/zod";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { PASSWORD_HINT } from "../password-hint.ts";
import { asProblem } from "../queries.ts";
import { useTitle } from "../title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { PasswordInput } from "../ui/input.tsx";
import { Door } from "./door.tsx";

const route = getRouteApi("/reset");

export function Reset() {
  useTitle(t("New password"));
  const { token } = route.useSearch();
  const [is_done, setDone] = useState(false);
  if (!is_done) return <ResetForm token={token} onDone={() => setDone(true)} />;
  return (
    <Door title={t("Your new password is set")} lead={t("Every sign-in with the old one has ended.")}>
      <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
        {t("Go to sign-in")}
      </Link>
    </Door>
  );
}

function ResetForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { api } = useDoors();
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
      await api.resetPassword(body);
      onDone();
    } catch (error) {
      setFailed(asProblem(error));
    }
  });

  return (
    <Door title={t("Choose a new password")} lead={t("The link that you opened works once.")}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <FormProblem problem={failed} />
        {errors.token !== undefined && (
          <Callout tone="caution">{t("The link is not complete. Copy the whole of it.")}</Callout>
        )}
        <Field label={t("New password")} error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" autoFocus className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" look="primary" size="lg" busy={isSubmitting} className="mt-1">
          {t("Set the new password")}
        </Button>
      </form>
    </Door>
  );
}
