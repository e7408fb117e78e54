import { testMailRequestSchema } from "@fanfare/contract/schema/mail";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useDoors, useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Input } from "../../ui/input.tsx";
import { Section } from "../../ui/section.tsx";
import { settingsCalls } from "../calls.ts";

/** A letter to oneself: whether all of it is right. */
export function TrySection() {
  const { api } = useDoors();
  const { member } = useMe();
  const [to, setTo] = useState(member.email);
  const sending = useMutation({ mutationFn: () => settingsCalls(api).testMail(to) });
  const wrong = testMailRequestSchema.safeParse({ to }).error?.issues[0]?.message;
  return (
    <Section title={t("Try it")} description={t("Sends a short letter and says what the mail server answers.")}>
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong === undefined) sending.mutate();
        }}
      >
        <Field label={t("To")} error={wrong} className="min-w-56 flex-1">
          <Input value={to} onValueChange={setTo} type="email" inputMode="email" />
        </Field>
        <Button type="submit" busy={sending.isPending} disabled={wrong !== undefined} className="h-9">
          {t("Send a letter")}
        </Button>
      </form>
      <div aria-live="polite">
        {sending.isSuccess && (
          <Callout title={t("The mail server took it")}>
            {t("Look into the mailbox, and into its spam folder.")}
          </Callout>
        )}
        <FormProblem
          problem={sending.error === null ? undefined : asProblem(sending.error)}
          onRetry={() => sending.mutate()}
        />
      </div>
    </Section>
  );
}
