import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { startCutoffs } from "@fanfare/contract/targeting/upcoming";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toIso } from "../../store/columns.ts";
import { dailyCompletions, viewsOfApp } from "../../store/statements/analytics/funnel.ts";
import { firstSteps, publicationCounts } from "../../store/statements/analytics/overview.ts";
import type { Store } from "../../store/store.ts";
import { type AttentionKnown, readAttention } from "./attention.ts";
import { periodBefore } from "./spans.ts";

export async function readOverview(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  app: AppRecord,
  now_ms: number,
  /** Undefined to omit what needs attention. */
  known: AttentionKnown | undefined,
): Promise<Overview> {
  const today = now_ms - (now_ms % DAY_MS);
  const first_day = today - (limits.overview_days - 1) * DAY_MS;
  const [results, contents, days, attention, first_steps] = await Promise.all([
    weekOverWeek(db, app.id, today + DAY_MS),
    publicationCounts({ db, dialect }, app.id, startCutoffs(now_ms)),
    dailyCompletions(db, app.id, first_day),
    known === undefined ? [] : readAttention({ db }, app, now_ms, known),
    firstSteps(db, app.id),
  ]);
  const counted = new Map(days.map(({ day, runs }) => [Number(day), Number(runs)]));
  return {
    results,
    live_contents: Number(contents.live),
    paused_contents: Number(contents.paused),
    completions: Array.from({ length: limits.overview_days }, (_, index) => {
      const day = first_day + index * DAY_MS;
      return { day: toIso(day).slice(0, 10), count: counted.get(day) ?? 0 };
    }),
    attention,
    first_steps,
  };
}

/** Views of the 7 days that end then, and of the 7 days before. */
async function weekOverWeek(db: Store["db"], app_id: AppRecord["id"], to: number): Promise<Overview["results"]> {
  const from = to - 7 * DAY_MS;
  const [week, before] = await Promise.all([
    viewsOfApp(db, { app_id, from, to }),
    viewsOfApp(db, { app_id, ...periodBefore({ from, to }) }),
  ]);
  const inNumbers = ({ people, views }: typeof week) => ({ people: Number(people), views: Number(views) });
  return { week: inNumbers(week), before: inNumbers(before) };
}
