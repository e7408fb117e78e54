import { EVENT_NAMES } from "@fanfare/contract/events/events";
import { funnelMarks } from "@fanfare/contract/events/funnel";
import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { truncate } from "../../lib/truncate.ts";
import type { Db } from "../../store/schema/schema.ts";
import { contentCounts, contentNames, goalCounts, writtenAnswers } from "../../store/statements/analytics/alerts.ts";

/** A number of the last 7 full days, and of the 7 before them. */
export interface WeekCount {
  readonly recent: number;
  readonly earlier: number;
}

export interface WeekReport {
  readonly views: WeekCount;
  readonly completed: WeekCount;
  /** Most viewed first. */
  readonly contents: readonly { readonly name: string; readonly views: WeekCount; readonly completed: WeekCount }[];
  readonly goals: readonly { readonly name: string; readonly reached: WeekCount }[];
  /** Newest written survey answers. */
  readonly answers: readonly { readonly name: string; readonly text: string }[];
}

const WEEK_DAYS = 7;
const NAMES = {
  views: EVENT_NAMES.filter((name) => funnelMarks(name).includes("started")),
  completed: EVENT_NAMES.filter((name) => funnelMarks(name).includes("completed")),
};

/** What an app's content did in the last 7 full days (UTC). Undefined if nothing happened in both weeks. */
export async function readWeekReport(db: Db, app_id: AppId, now_ms: number): Promise<WeekReport | undefined> {
  const to = now_ms - (now_ms % DAY_MS);
  const recent_from = to - WEEK_DAYS * DAY_MS;
  const days = { from: recent_from - WEEK_DAYS * DAY_MS, recent_from, to };
  const [rows, goals, answers] = await Promise.all([
    contentCounts(db, app_id, days, NAMES),
    goalCounts(db, app_id, days),
    writtenAnswers(db, app_id, days, limits.summary_answers_max),
  ]);
  if (rows.length + goals.length + answers.length === 0) return undefined;
  const counted = Map.groupBy(rows, ({ content_id }) => content_id);
  const sum = (of: typeof rows, column: "views" | "completed"): WeekCount => {
    const within = (recent: 0 | 1): number =>
      of.reduce((total, row) => total + (Number(row.recent) === recent ? Number(row[column]) : 0), 0);
    return { recent: within(1), earlier: within(0) };
  };
  const names = new Map((await contentNames(db, [...counted.keys()])).map(({ id, name }) => [id, name]));
  const contents = [...counted].flatMap(([id, of]) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ name, views: sum(of, "views"), completed: sum(of, "completed") }];
  });
  return {
    views: sum(rows, "views"),
    completed: sum(rows, "completed"),
    contents: contents
      .toSorted((one, other) => other.views.recent - one.views.recent)
      .slice(0, limits.summary_contents_max),
    goals: goals.slice(0, limits.summary_goals_max).map(({ name, recent, earlier }) => ({
      name,
      reached: { recent: Number(recent), earlier: Number(earlier) },
    })),
    answers: answers.map(({ name, text }) => ({ name, text: truncate(text ?? "", limits.summary_answer_chars_max) })),
  };
}
