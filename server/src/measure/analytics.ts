import type { EventFacets } from "@fanfare/contract/event-facets";
import { DAY_MS } from "@fanfare/contract/limits";
import type { ContentFunnel, FunnelBy } from "@fanfare/contract/schema/analytics";
import type { ListDeps } from "../people/people-count.ts";
import { fromJson } from "../store/columns.ts";
import { type RollupRow, rollupsOfContent, runReasons } from "../store/rollups.ts";
import type { Store } from "../store/store.ts";
import { countIn, emptyPart, type PartCount, presentPart } from "./funnel-count.ts";
import { segmentCounts } from "./segment-funnel.ts";

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
 * and ended comes from the runs themselves. Of the people of one segment see {@link segmentCounts}.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function funnelOf(
  deps: Pick<ListDeps, "store" | "now_ms">,
  question: FunnelQuestion,
  segment_id: string | undefined,
): Promise<ContentFunnel> {
  const range = { ...question, from: question.from - (question.from % DAY_MS) };
  const { rows, reasons, segment } =
    segment_id === undefined ? await allCounts(deps.store, range) : await segmentCounts(deps, range, segment_id);
  const parts = new Map<string, PartCount>();
  for (const row of rows) count(parts, row, question.by);
  return {
    segment,
    parts: [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([value, part]) => presentPart(value, part)),
    reasons: reasons.map(({ start_reason, end_reason, state, runs }) => ({ start_reason, end_reason, state, runs })),
  };
}

async function allCounts({ db }: Pick<Store, "db">, range: FunnelQuestion) {
  const [rows, reasons] = await Promise.all([rollupsOfContent(db, range), runReasons(db, range)]);
  return { rows, reasons, segment: null };
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
