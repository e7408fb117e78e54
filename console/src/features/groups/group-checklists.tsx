import type { GroupChecklist } from "@fanfare/contract/schema/responses/analytics/group-progress";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ProfileSection } from "../../components/person/profile-section.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { groupQueries } from "../../lib/queries/groups.ts";
import { cx } from "../../ui/cx.ts";
import { Badge } from "../../ui/elements/badge.tsx";
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
      <ul className="flex flex-col gap-4">
        {items.map((checklist) => (
          <GroupChecklistItem key={checklist.content_id} checklist={checklist} />
        ))}
      </ul>
    </ProfileSection>
  );
}

function GroupChecklistItem({ checklist }: { readonly checklist: GroupChecklist }) {
  const app = useApp();
  const { content_id, name, tasks, finished, last_done_at } = checklist;
  // Tasks that were removed since don't count.
  const done = tasks.filter((task) => checklist.done.includes(task)).length;
  return (
    <li className="flex flex-col gap-1.5">
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Link
          to="/$app/analytics"
          params={{ app: app.id }}
          search={{ content: content_id }}
          className="w-fit rounded-xs text-sm font-medium text-accent-text wrap-anywhere hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        {finished && <Badge tone="positive">{t("Finished")}</Badge>}
      </span>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-fill-strong">
        <span
          className={cx("block h-full rounded-full", finished ? "bg-positive" : "bg-accent")}
          style={{ width: `${tasks.length === 0 ? 0 : (done / tasks.length) * 100}%` }}
        />
      </span>
      <span className="text-xs text-ink-3 tabular-nums">
        {tCount(tasks.length, "{done} of {n} task done", "{done} of {n} tasks done", { done })} ·{" "}
        <RelativeTime at={last_done_at} />
      </span>
    </li>
  );
}
