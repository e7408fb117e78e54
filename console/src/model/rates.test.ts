import { expect, test } from "bun:test";
import { formatRate, funnelToCsv } from "./rates.ts";

test("distinguishes a rate without data from a small rate", () => {
  expect([formatRate(0, 0), formatRate(1, 3), formatRate(1, 400), formatRate(5, 5)]).toEqual([
    ...["–", "33%", "0.3%", "100%"],
  ]);
});

const QUALITY = {
  errors: [{ kind: "TypeError", times: 1 }],
  time_to_show: { p50_ms_max: 250, p95_ms_max: 1_000 },
};

const STEP_PEOPLE = { seen: 3, completed: 2, missing: 1 };

test("exports a line per part and step, with formulas escaped", () => {
  const step = {
    step_id: '=cmd|"x"',
    seen: 4,
    completed: 2,
    missing: 1,
    alert: false,
    near: [],
    people: STEP_PEOPLE,
    skipped: { views: 2, people: 1 },
  };
  const part = {
    ...{ value: "v1", started: 5, completed: 3, dismissed: 1, failed: 1, in_progress: 0, suppressed: 0, unseen: 2 },
    people: { started: 4, completed: 3, dismissed: 1, failed: 0, in_progress: 0, suppressed: 0, unseen: 1 },
    ...QUALITY,
    steps: [step],
  };
  const funnel = { segment: null, trend: { days: 1, points: [], before: null }, variants: [], reasons: [] };
  const lines = (...args: Parameters<typeof funnelToCsv>) => funnelToCsv(...args).split("\r\n");
  const line = "v1,5,3,1,0,2,1,250,1000,,,,,1,0,4,3,1,0,0,0,1,,,,,";
  expect(lines({ ...funnel, parts: [part] }).slice(1)).toEqual([
    line,
    'v1,,,,,,,,,"\'=cmd|""x""",4,2,1,,,,,,,,,,3,2,1,2,1',
    "",
  ]);
  // Steps of variants in place of the part's own, each once.
  const variants = ["a", "b"].map((value) => ({ ...part, value, steps: [{ ...step, step_id: "one" }] }));
  expect(lines({ ...funnel, parts: [part] }, variants).slice(1)).toEqual([
    line,
    ...["a", "b"].map((value) => `${value},,,,,,,,,one,4,2,1,,,,,,,,,,3,2,1,2,1`),
    "",
  ]);
});
