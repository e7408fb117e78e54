import type { MessagePushState } from "@fanfare/contract/realtime/message-push";
import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { MESSAGE_PUSH_TEXTS } from "@fanfare/contract/wording/message-pushes";
import { useQuery } from "@tanstack/react-query";
import { ProfileSection } from "../../../components/person/profile-section.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { tCause } from "../../../lib/i18n/cause.ts";
import { dayAndYear } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personQueries } from "../../../lib/queries/people.ts";
import { MessageItem } from "./message-item.tsx";
import { browserOf } from "./push-services.ts";

const STATE_LABELS: Readonly<Record<MessagePushState, string>> = {
  waiting: t("Waiting##notification"),
  sent: t("Sent##notification"),
  failed: t("Failed##notification"),
  skipped: t("Not sent##notification"),
};

/** The person's subscribed browsers, and why they get notifications of messages or not. Hidden if there is nothing. */
export function PushList({ person }: { readonly person: PersonDetail }) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(personQueries.pushes(api, app.id, person.external_id));
  if (data === undefined || (data.items.length === 0 && data.subscriptions.length === 0)) return null;
  return (
    <ProfileSection title={t("Push notifications")}>
      {data.subscriptions.length > 0 && (
        <ul className="flex flex-col gap-2 text-sm">
          {data.subscriptions.map(({ id, service, created_at }) => (
            <li key={id} className="flex flex-col wrap-anywhere">
              <span className="font-medium">{browserOf(service)}</span>
              <span className="text-xs text-ink-3">
                {t("Subscribed on {when} through {service}", {
                  when: dayAndYear(Date.parse(created_at)),
                  service,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data.items.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.items.map((item) => (
            <MessageItem
              key={item.live_update_id}
              body={item.body}
              state={STATE_LABELS[item.state]}
              at={item.state === "skipped" ? undefined : item.at}
              cause={tCause(MESSAGE_PUSH_TEXTS, item.cause)}
            />
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}
