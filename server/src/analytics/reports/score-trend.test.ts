import { expect, test } from "bun:test";
import type { Question } from "@fanfare/contract/content/survey";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { scoreTrend } from "./score-trend.ts";
import { reportPeriod } from "./spans.ts";

const FIRST = Date.parse("2026-11-01T00:00:00Z");
const answers = (question_id: string, day: number, number: number, runs = 1) => ({
  ...{ question_id, number, runs },
  start: FIRST + day * DAY_MS,
});
const base = { id: "q", title: "Q", required: false, low_label: "", high_label: "" };
const NPS: Question = { ...base, kind: "nps" };
const CSAT: Question = { ...base, kind: "csat", look: "stars" };

test("scores each point by the answers of the 30 days up to its end", () => {
  const period = reportPeriod(FIRST, FIRST + 3 * DAY_MS);
  const counts = [
    answers("q", -limits.score_days, 0, 100),
    answers("q", 1 - limits.score_days, 0),
    answers("q", 0, 10),
    answers("q", 2, 10, 2),
    answers("other", 0, 0, 9),
  ];
  const { days, points } = scoreTrend(NPS, { period, counts });
  expect(days).toBe(1);
  // The answer of 0 counts for the first day's 30 days, and no longer for those of the next.
  expect(points.map(({ day, answered, value }) => [day, answered, value])).toEqual([
    ["2026-11-01", 1, 0],
    ["2026-11-02", 0, 100],
    ["2026-11-03", 2, 100],
  ]);
  expect(points[0]?.interval).not.toBeNull();
});

test("counts long periods by week, and leaves days without answers empty", () => {
  const period = reportPeriod(FIRST, FIRST + 98 * DAY_MS);
  const counts = [answers("q", 6, 5), answers("q", 6, 2), answers("q", 7, 4)];
  const { days, points } = scoreTrend(CSAT, { period, counts });
  expect([days, points.length]).toEqual([7, 14]);
  expect(points.slice(0, 2).map(({ answered, value }) => [answered, value])).toEqual([
    [2, 0.5],
    [1, 2 / 3],
  ]);
  expect(points.at(-1)).toMatchObject({ answered: 0, value: null, interval: null });
});
