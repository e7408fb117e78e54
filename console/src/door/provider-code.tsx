import { providerCodeRequestSchema } from "@fanfare/contract/schema/single-sign-on";
import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { useEnter } from "../session.ts";
import { useTitle } from "../title.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { CodeField } from "./code-field.tsx";
import { Door } from "./door.tsx";

/** Back from the provider, and two-factor sign-in is on: the code is what is missing. */
export function ProviderCode({ return_to }: { readonly return_to: string | undefined }) {
  useTitle(t("Sign in"));
  const { api } = useDoors();
  const enter = useEnter();
  const form = useForm<z.input<typeof providerCodeRequestSchema>>({
    resolver: zodResolver(providerCodeRequestSchema),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await enter(await api.giveProviderCode(code), return_to);
    } catch (error) {
      form.setError("root", { message: asProblem(error).detail });
      form.setFocus("code");
    }
  });
  return (
    <Door title={t("One step more")} lead={t("You have two-factor sign-in on: the provider alone opens nothing.")}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        {errors.root?.message !== undefined && <Callout tone="problem">{errors.root.message}</Callout>}
        <CodeField error={errors.code?.message} {...form.register("code")} />
        <Button type="submit" look="primary" size="lg" busy={isSubmitting} className="mt-1">
          {t("Sign in")}
        </Button>
      </form>
      <p className="text-center text-sm">
        <Link to="/sign-in" search={{}} className="font-medium text-accent-text underline-offset-2 hover:underline">
          {t("Back to sign-in")}
        </Link>
      </p>
    </Door>
  );
}
