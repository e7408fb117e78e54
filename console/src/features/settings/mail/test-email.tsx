import { testMailRequestSchema } from "@fanfare/contract/schema/accounts/mail";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Section } from "../../../ui/page/section.tsx";

/** A letter to oneself: whether all of it is right. */
export function TestEmailSection() {
  const { api } = useAppContext();
  const { member } = useMe();
  const [to, setTo] = useState(member.email);
  const sending = useMutation({ mutationFn: () => api.call("POST /api/mail/test", { body: { to } }) });
  const wrong = testMailRequestSchema.safeParse({ to }).error?.issues[0]?.message;
  return (
    <Section title={t("Test mail server")} description={t("Sends a test email and shows the mail server’s response.")}>
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
          {t("Send test email")}
        </Button>
      </form>
      <div aria-live="polite">
        {sending.isSuccess && <Callout title={t("Test email sent")}>{t("Check your inbox and spam folder.")}</Callout>}
        <FormProblem
          problem={sending.error === null ? undefined : asProblem(sending.error)}
          onRetry={() => sending.mutate()}
        />
      </div>
    </Section>
  );
}
