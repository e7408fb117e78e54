import { limits } from "@fanfare/contract/limits";
import { type SetupRequest, setupRequestSchema } from "@fanfare/contract/schema/api";
import { zodResolver } from "@hookform/resolvers/zod";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { PASSWORD_HINT } from "../password-hint.ts";
import { asProblem } from "../queries.ts";
import { useEnter } from "../session.ts";
import { useTitle } from "../title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input, PasswordInput } from "../ui/input.tsx";
import { Door } from "./door.tsx";

const route = getRouteApi("/setup");

export function Setup() {
  useTitle(t("Set up"));
  const { token } = route.useSearch();
  const { needed } = route.useLoaderData();
  if (!needed) {
    return (
      <Door title={t("Already set up")} lead={t("This workspace has its owner. Sign in, or ask them to invite you.")}>
        <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
          {t("Go to sign-in")}
        </Link>
      </Door>
    );
  }
  return token === "" ? <NoToken /> : <SetupForm token={token} />;
}

function NoToken() {
  return (
    <Door title={t("The link is not complete")} lead={t("Its secret part is missing.")}>
      <Callout tone="caution">
        {tCount(
          limits.setup_link_minutes,
          "Copy the whole line that Fanfare printed in its terminal. It works once, for {n} minute; starting the server again prints a new one.",
          "Copy the whole line that Fanfare printed in its terminal. It works once, for {n} minutes; starting the server again prints a new one.",
        )}
      </Callout>
    </Door>
  );
}

function SetupForm({ token }: { readonly token: string }) {
  const { api } = useDoors();
  const enter = useEnter();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<SetupRequest>({
    resolver: zodResolver(setupRequestSchema),
    defaultValues: { token, name: "", email: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFailed(undefined);
    try {
      await enter(await api.setUp(body), undefined);
    } catch (error) {
      setFailed(asProblem(error));
    }
  });

  return (
    <Door title={t("Set up Fanfare")} lead={t("You are the first one here, and become the owner of this workspace.")}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <FormProblem problem={failed} />
        <Field label={t("Your name")} error={errors.name?.message}>
          <Input autoComplete="name" autoFocus className="h-10" {...form.register("name")} />
        </Field>
        <Field label={t("E-mail address")} error={errors.email?.message} hint={t("You sign in with it.")}>
          <Input
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            className="h-10"
            {...form.register("email")}
          />
        </Field>
        <Field label={t("Password")} error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" look="primary" size="lg" busy={isSubmitting} className="mt-1">
          {t("Create the workspace")}
        </Button>
      </form>
    </Door>
  );
}
