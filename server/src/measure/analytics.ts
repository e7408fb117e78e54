import { marksOf } from "@fanfare/contract/content-marks";
import type { EventFacets } from "@fanfare/contract/event-facets";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { ContentFunnel, FunnelBy, FunnelPart, FunnelStep } from "@fanfare/contract/schema/analytics";
import { fromJson } from "../store/columns.ts";
import { type RollupRow, rollupsOfContent, runReasons } from "../store/rollups.ts";
import type { Store } from "../store/store.ts";

/** Which content of which app, over which days, and by what it is parted. */
export interface FunnelQuestion {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: number;
  readonly to: number;
  readonly by: FunnelBy;
}

type MutableStep = { -readonly [Key in Exclude<keyof FunnelStep, "alert">]: FunnelStep[Key] };
type Part = {
  started: number;
  completed: number;
  dismissed: number;
  suppressed: number;
  steps: Map<string, MutableStep>;
};

/**
 * What became of a content, from the roll-ups: they hold what the events held, also after those are gone. Why runs began
 * and ended comes from the runs themselves.
 */
export async function funnelOf({ db }: Pick<Store, "db">, question: FunnelQuestion): Promise<ContentFunnel> {
  const { from, to, by } = question;
  const range = { ...question, from: from - (from % DAY_MS), to };
  const [rows, reasons] = await Promise.all([rollupsOfContent(db, range), runReasons(db, range)]);
  const parts = new Map<string, Part>();
  for (const row of rows) count(parts, row, by);
  return {
    parts: [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([value, part]) => presentPart(value, part)),
    reasons: reasons.map(({ start_reason, end_reason, state, runs }) => ({ start_reason, end_reason, state, runs })),
  };
}

function count(parts: Map<string, Part>, { name, facets: text, events }: RollupRow, by: FunnelBy): void {
  // The column holds what facetsOf wrote.
  const facets = text === "" ? {} : fromJson(text, (value) => value as EventFacets);
  const value = by === "all" ? "" : String(facets[by] ?? "");
  const part = parts.get(value) ?? { started: 0, completed: 0, dismissed: 0, suppressed: 0, steps: new Map() };
  parts.set(value, part);
  const { step_id } = facets;
  const step = step_id === undefined ? undefined : stepOf(part, step_id);
  for (const mark of marksOf(name)) {
    switch (mark) {
      case "started":
      case "completed":
      case "dismissed":
      case "suppressed":
        part[mark] += events;
        break;
      case "part_seen":
        if (step !== undefined) step.seen += events;
        break;
      case "part_done":
        if (step !== undefined) step.completed += events;
        break;
      case "target_missing":
        if (step !== undefined) step.missing += events;
        break;
    }
  }
}

function stepOf({ steps }: Part, step_id: string): MutableStep {
  const known = steps.get(step_id) ?? { step_id, seen: 0, completed: 0, missing: 0 };
  steps.set(step_id, known);
  return known;
}

function presentPart(value: string, { steps, ...sums }: Part): FunnelPart {
  return { value, ...sums, steps: [...steps.values()].map((step) => ({ ...step, alert: hasAlert(step) })) };
}

/** Whether the target of a step fails so often that its author must hear of it. */
export function hasAlert({ seen, missing }: Pick<FunnelStep, "seen" | "missing">): boolean {
  const views = seen + missing;
  return views >= limits.target_alert_views_min && missing / views >= limits.target_alert_share;
}
