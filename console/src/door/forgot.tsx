import { limits } from "@fanfare/contract/limits";
import { askResetRequestSchema } from "@fanfare/contract/schema/mail";
import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { useTitle } from "../title.ts";
import { buttonClass } from "../ui/button.tsx";
import { Door } from "./door.tsx";
import { DoorForm } from "./door-form.tsx";
import { EmailField } from "./email-field.tsx";

/** An address in, and for every address the same answer: nobody learns who has an account. */
export function Forgot() {
  useTitle(t("Forgot your password"));
  const [asked, setAsked] = useState<string>();
  if (asked === undefined) return <ForgotForm onAsked={setAsked} />;
  return (
    <Door
      title={t("Look into your mail")}
      lead={tCount(
        limits.reset_link_hours,
        "If {email} is a member, a link is on its way. It works once, for {n} hour.",
        "If {email} is a member, a link is on its way. It works once, for {n} hours.",
        { email: asked },
      )}
    >
      <Link to="/sign-in" search={{}} className={buttonClass("primary", "lg")}>
        {t("Back to sign-in")}
      </Link>
    </Door>
  );
}

function ForgotForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { api } = useDoors();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<z.input<typeof askResetRequestSchema>>({
    resolver: zodResolver(askResetRequestSchema),
    defaultValues: { email: "" },
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setFailed(undefined);
    try {
      await api.askReset(email);
      onAsked(email);
    } catch (error) {
      setFailed(asProblem(error));
    }
  });

  return (
    <Door title={t("A new password")} lead={t("You get a link by mail, by which you choose it.")}>
      <DoorForm problem={failed} action={t("Mail me a link")} busy={isSubmitting} onSubmit={submit}>
        <EmailField error={errors.email?.message} {...form.register("email")} />
      </DoorForm>
    </Door>
  );
}
