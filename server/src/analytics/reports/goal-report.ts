import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { GoalReport } from "@fanfare/contract/schema/responses/analytics/goal";
import { toIso } from "../../store/columns.ts";
import { countMilestones, milestonesByContent, milestonesBySpan } from "../../store/statements/analytics/goals.ts";
import type { Store } from "../../store/store.ts";
import { findGoal } from "../goals.ts";
import { periodBefore, reportPeriod, spanStarts } from "./spans.ts";

interface GoalScope {
  readonly app_id: AppId;
  readonly goal_id: string;
  readonly from: number;
  readonly to: number;
}

/** @throws ProblemError `goal_not_found`. */
export async function goalReport(
  { store }: { readonly store: Pick<Store, "db"> },
  { app_id, goal_id, from, to }: GoalScope,
): Promise<GoalReport> {
  const { db } = store;
  const { id } = await findGoal({ store }, app_id, goal_id);
  const period = reportPeriod(from, to);
  const range = { goal_id: id, from: period.from, to };
  const [people, before, spans, contents] = await Promise.all([
    countMilestones(db, range),
    countMilestones(db, { ...range, ...periodBefore(period) }),
    milestonesBySpan(db, range, period.spans),
    milestonesByContent(db, range, limits.goal_contents_max),
  ]);
  const people_of = new Map(spans.map((span) => [Number(span.start), Number(span.people)]));
  return {
    ...{ people, before, days: period.spans.width_ms / DAY_MS },
    points: spanStarts(period).map((start) => ({
      day: toIso(start).slice(0, 10),
      people: people_of.get(start) ?? 0,
    })),
    contents: contents.map((row) => ({ content_id: row.content_id, name: row.name, people: Number(row.people) })),
  };
}
