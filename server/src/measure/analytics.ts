import type { EventFacets } from "@fanfare/contract/event-facets";
import { DAY_MS } from "@fanfare/contract/limits";
import type { ContentFunnel, FunnelBy } from "@fanfare/contract/schema/analytics";
import { fromJson } from "../store/columns.ts";
import { type RollupRow, rollupsOfContent, runReasons } from "../store/rollups.ts";
import type { Store } from "../store/store.ts";
import { countIn, emptyPart, type PartCount, presentPart } from "./funnel-count.ts";

/** Which content of which app, over which days, and by what it is parted. */
export interface FunnelQuestion {
  readonly app_id: string;
  readonly content_id: string;
  readonly from: number;
  readonly to: number;
  readonly by: FunnelBy;
}

/**
 * What became of a content, from the roll-ups: they hold what the events held, also after those are gone. Why runs began
 * and ended comes from the runs themselves.
 */
export async function funnelOf({ db }: Pick<Store, "db">, question: FunnelQuestion): Promise<ContentFunnel> {
  const { from, to, by } = question;
  const range = { ...question, from: from - (from % DAY_MS), to };
  const [rows, reasons] = await Promise.all([rollupsOfContent(db, range), runReasons(db, range)]);
  const parts = new Map<string, PartCount>();
  for (const row of rows) count(parts, row, by);
  return {
    parts: [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([value, part]) => presentPart(value, part)),
    reasons: reasons.map(({ start_reason, end_reason, state, runs }) => ({ start_reason, end_reason, state, runs })),
  };
}

function count(parts: Map<string, PartCount>, { name, facets: text, events }: RollupRow, by: FunnelBy): void {
  // Who met an experiment is in its own report: those held out have no funnel.
  if (name === "experiment_exposed") return;
  // The column holds what facetsOf wrote.
  const facets = text === "" ? {} : fromJson(text, (value) => value as EventFacets);
  const value = by === "all" ? "" : String(facets[by] ?? "");
  const part = parts.get(value) ?? emptyPart();
  parts.set(value, part);
  countIn(part, name, facets, events);
}
