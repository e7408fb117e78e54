import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ProfileSection } from "../../components/person/profile-section.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";

/** Shared checklists of which the group has completed a task. Nothing if there are none. */
export function GroupChecklists({ external_id }: { readonly external_id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const checklists = useQuery(groupQueries.checklists(api, app.id, external_id));
  if (checklists.isError) return <QueryProblem of={checklists} />;
  const items = checklists.data?.items ?? [];
  return items.length === 0 ? null : (
    <ProfileSection title={t("Shared checklists")}>
      <ul className="flex flex-col gap-3">
        {items.map(({ content_id, name, done, last_done_at }) => (
          <li key={content_id} className="flex flex-col">
            <Link
              to="/$app/analytics"
              params={{ app: app.id }}
              search={{ content: content_id }}
              className="w-fit text-sm font-medium wrap-anywhere hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="text-xs text-ink-3">
              {tCount(done.length, "{n} task done", "{n} tasks done")} · <RelativeTime at={last_done_at} />
            </span>
          </li>
        ))}
      </ul>
    </ProfileSection>
  );
}
