import type { MessageEmailState } from "@fanfare/contract/realtime/message-email";
import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { MESSAGE_EMAIL_TEXTS } from "@fanfare/contract/wording/message-emails";
import { useQuery } from "@tanstack/react-query";
import { ProfileSection } from "../../../components/person/profile-section.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { tCause } from "../../../lib/i18n/cause.ts";
import { dayAndYear } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { MessageItem } from "./message-item.tsx";

const STATE_LABELS: Readonly<Record<MessageEmailState, string>> = {
  waiting: t("Waiting##email"),
  sent: t("Sent##email"),
  failed: t("Failed##email"),
  skipped: t("Not sent##email"),
};

/** Whether the person unsubscribed, and why they get the emails of messages or not. Hidden if there is nothing to tell. */
export function EmailList({ person }: { readonly person: PersonDetail }) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(personQueries.emails(api, app.id, person.external_id));
  if (data === undefined || (data.items.length === 0 && data.unsubscribed_at === null)) return null;
  return (
    <ProfileSection title={t("Emails of messages")}>
      {data.unsubscribed_at !== null && (
        <p className="text-sm">
          {t("Unsubscribed on {when}. Only this person can undo this, with the link in their emails.", {
            when: dayAndYear(Date.parse(data.unsubscribed_at)),
          })}
        </p>
      )}
      {data.items.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.items.map((item) => (
            <MessageItem
              key={item.live_update_id}
              body={item.body}
              state={STATE_LABELS[item.state]}
              at={item.state === "skipped" ? undefined : item.at}
              cause={tCause(MESSAGE_EMAIL_TEXTS, item.cause)}
            />
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}
