import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { trackerQueries } from "../../lib/queries/trackers.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

const LINK = "rounded-xs font-medium text-accent-text hover:underline wrap-anywhere";
const ROW = "flex flex-wrap items-center gap-2";

interface TrackerUsesListProps {
  readonly tracker: Pick<Tracker, "id">;
  /** Above the list, if it isn't empty. */
  readonly warning?: string;
}

/** Goals, segments, and content that refer to the tracker's event. */
export function TrackerUsesList({ tracker: { id }, warning }: TrackerUsesListProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data, isError, error } = useQuery(trackerQueries.uses(api, app.id, id));
  if (data === undefined) {
    return isError ? (
      <p className="text-sm text-ink-3">
        <ServerText text={asProblem(error).detail} />
      </p>
    ) : (
      <Skeleton className="h-9" />
    );
  }
  const { goals, segments, contents } = data;
  if (goals.length + segments.length + contents.length === 0) {
    return <p className="text-sm text-ink-3">{t("No goals, triggers, audiences, or tasks use this event.")}</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      {warning !== undefined && <Callout tone="caution">{warning}</Callout>}
      <ul aria-label={t("Used by")} className="flex max-h-60 flex-col gap-2 overflow-y-auto text-sm">
        {goals.map((goal) => (
          <li key={goal.id} className={ROW}>
            <Link to="/$app/analytics" params={{ app: app.id }} search={{ tab: "goals" }} className={LINK}>
              <bdi>{goal.name}</bdi>
            </Link>
            <Badge>{t("Goal")}</Badge>
          </li>
        ))}
        {segments.map((segment) => (
          <li key={segment.id} className={ROW}>
            <Link to="/$app/segments/$id" params={{ app: app.id, id: segment.id }} className={LINK}>
              <bdi>{segment.name}</bdi>
            </Link>
            <Badge>{t("Segment")}</Badge>
          </li>
        ))}
        {contents.map((content) => (
          <li key={content.id} className={ROW}>
            <Link to="/$app/content/$id" params={{ app: app.id, id: content.id }} className={LINK}>
              <bdi>{content.name}</bdi>
            </Link>
            <Badge tone={content.live ? "positive" : "neutral"}>{content.live ? t("Live##content") : t("Draft")}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
