import { acceptInviteRequestSchema, type InviteOffer } from "@fanfare/contract/schema/member";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { PASSWORD_HINT } from "../password-hint.ts";
import { asProblem, queries } from "../queries.ts";
import { useEnter } from "../session.ts";
import { ROLE_WORDS } from "../settings/members/role-words.ts";
import { useTitle } from "../title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input, PasswordInput } from "../ui/input.tsx";
import { Door } from "./door.tsx";
import { ProviderLink } from "./provider-link.tsx";

const route = getRouteApi("/invite");

export function Invite() {
  useTitle(t("Invitation"));
  const { token } = route.useSearch();
  const invite = route.useLoaderData();
  if (invite.state === "open") return <InviteForm token={token} offer={invite.offer} />;
  return (
    <Door title={t("This invitation is closed")} lead={invite.reason}>
      <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
        {t("Go to sign-in")}
      </Link>
    </Door>
  );
}

function InviteForm({ token, offer }: { readonly token: string; readonly offer: InviteOffer }) {
  const { api } = useDoors();
  const enter = useEnter();
  const setup = useQuery(queries.setup(api));
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof acceptInviteRequestSchema>>({
    resolver: zodResolver(acceptInviteRequestSchema),
    defaultValues: { token, name: "", password: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFailed(undefined);
    try {
      await enter(await api.acceptInvite(body), undefined);
    } catch (error) {
      setFailed(asProblem(error));
    }
  });

  return (
    <Door
      title={t("Join {workspace}", { workspace: offer.workspace })}
      lead={t("You are invited as {role}. You will sign in as {email}.", {
        role: ROLE_WORDS[offer.role].inside,
        email: offer.email,
      })}
    >
      {setup.data?.provider != null && <ProviderLink provider={setup.data.provider} />}
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <FormProblem problem={failed} />
        {/* So that a password manager knows whose password it keeps. */}
        <input type="hidden" name="username" autoComplete="username" value={offer.email} readOnly />
        <Field label={t("Your name")} error={errors.name?.message}>
          <Input autoComplete="name" autoFocus className="h-10" {...form.register("name")} />
        </Field>
        <Field label={t("Password")} error={errors.password?.message} hint={PASSWORD_HINT}>
          <PasswordInput autoComplete="new-password" className="h-10" {...form.register("password")} />
        </Field>
        <Button type="submit" look="primary" size="lg" busy={isSubmitting} className="mt-1">
          {t("Join the workspace")}
        </Button>
      </form>
    </Door>
  );
}
