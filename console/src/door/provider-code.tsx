import { providerCodeRequestSchema } from "@fanfare/contract/schema/single-sign-on";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { useEnter } from "../session.ts";
import { useTitle } from "../title.ts";
import { CodeField } from "./code-field.tsx";
import { Door } from "./door.tsx";
import { DoorForm } from "./door-form.tsx";

/** Back from the provider, and two-factor sign-in is on: the code is what is missing. */
export function ProviderCode({ return_to }: { readonly return_to: string | undefined }) {
  useTitle(t("Sign in"));
  const { api } = useDoors();
  const enter = useEnter();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof providerCodeRequestSchema>>({
    resolver: zodResolver(providerCodeRequestSchema),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    setFailed(undefined);
    try {
      await enter(await api.giveProviderCode(code), return_to);
    } catch (error) {
      setFailed(asProblem(error));
      form.setFocus("code");
    }
  });
  return (
    <Door title={t("One step more")} lead={t("You have two-factor sign-in on: the provider alone opens nothing.")}>
      <DoorForm problem={failed} action={t("Sign in")} busy={isSubmitting} onSubmit={submit}>
        <CodeField error={errors.code?.message} {...form.register("code")} />
      </DoorForm>
    </Door>
  );
}
