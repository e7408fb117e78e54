import { testMailRequestSchema } from "@fanfare/contract/schema/accounts/mail";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Activity } from "../../../components/audit/activity.tsx";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { MailServerSection } from "./server.tsx";

export function MailPage() {
  useTitle(t("Email"), t("Settings"));
  const { api } = useAppContext();
  const query = useQuery(settingsQueries.mail(api));
  return (
    <>
      <PageHeader
        title={t("Email")}
        description={t(
          "Send invitations and password reset links by email. Without a mail server, you share these links yourself.",
        )}
        actions={<Activity of={{ resource_type: "mail", resource_id: "server" }} />}
      />
      {query.data === undefined ? (
        <Loading query={query} />
      ) : (
        <>
          {query.data.server !== null && !query.data.offers_reset && (
            <div className="px-(--gutter) pb-6">
              <Callout tone="caution" title={t("Password reset by email is off")}>
                {t("Set FANFARE_PUBLIC_URL to the URL of this console. Password reset links use only that URL.")}
              </Callout>
            </div>
          )}
          <MailServerSection key={query.data.server?.revision ?? 0} known={query.data.server} />
          {query.data.server !== null && <TestEmailSection />}
        </>
      )}
    </>
  );
}

function TestEmailSection() {
  const { api } = useAppContext();
  const { member } = useMe();
  const [sent, setSent] = useState(false);
  const { form, submit, busy, problem, errorOf } = useZodForm({
    schema: testMailRequestSchema,
    defaultValues: { to: member.email },
    mode: "onChange",
    send: async (body) => {
      setSent(false);
      await api.call("POST /api/mail/test", { body });
      setSent(true);
    },
  });
  const wrong = errorOf("to");
  return (
    <Section title={t("Test mail server")} description={t("Sends a test email and shows the mail server’s response.")}>
      <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <Field label={t("To")} error={wrong} className="min-w-56 flex-1">
          <Input type="email" inputMode="email" {...form.register("to")} />
        </Field>
        <Button type="submit" busy={busy} disabled={wrong !== undefined} className="h-9">
          {t("Send test email")}
        </Button>
      </form>
      <div aria-live="polite">
        {sent && <Callout title={t("Test email sent")}>{t("Check your inbox and spam folder.")}</Callout>}
        <FormProblem problem={problem} onRetry={submit} />
      </div>
    </Section>
  );
}
