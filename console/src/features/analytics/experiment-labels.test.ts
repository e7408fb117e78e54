import { expect, test } from "bun:test";
import type { ExperimentReport, Lift } from "@fanfare/contract/schema/responses/analytics/experiment";
import { describeResult, describeResults, experimentWarnings, formatPoints, formatShare } from "./experiment-labels.ts";

const report: ExperimentReport = {
  content_id: "cnt_1",
  running: true,
  since: null,
  control: "holdout",
  people: 200,
  crossed: 0,
  arms: [
    { arm: "holdout", name: null, people: 100, expected: 100 },
    { arm: "b", name: "Short", people: 100, expected: 100 },
  ],
  sample_ratio: { p: 0.4, mismatch: false },
  weights_changed: false,
  goals: [],
};
const describeLift = (lift: Lift | null) => describeResult({ arm: "b", lift }, report);
const measured = (low: number, value: number, high: number, verdict: "better" | "worse" | "undecided"): Lift => ({
  kind: "measured",
  difference: { value, low, high },
  relative: { value: value / 0.1, low: low / 0.1, high: high / 0.1 },
  verdict,
});

test("rounds shares and differences to a tenth, with a sign", () => {
  expect([formatShare(0.12345), formatShare(1), formatPoints(0.0412), formatPoints(-0.009), formatPoints(0)]).toEqual([
    ...["12.3%", "100%", "+4.1", "−0.9", "0"],
  ]);
});

test("describes a variant's result, including when there's too little data", () => {
  expect(describeLift(null)).toBeUndefined();
  expect(describeLift({ kind: "not_enough_data", people_wanted: 100, reached_wanted: 20, people_more: 1_340 })).toBe(
    "Variant B “Short”: not enough data yet. Results need 100 people in each variant and 20 completions across both. At the current rate, results need about 1,340 more people.",
  );
  expect(
    describeLift({ kind: "not_enough_data", people_wanted: 100, reached_wanted: 20, people_more: null }),
  ).toEndWith("No completions yet.");
  expect(describeLift(measured(0.009, 0.04, 0.071, "better"))).toBe(
    "Variant B “Short” performs better than the holdout: +4 percentage points (40% more completions). 95% confidence interval: +0.9 to +7.1 percentage points.",
  );
  expect(describeLift(measured(-0.071, -0.04, -0.009, "worse"))).toContain(
    "performs worse than the holdout: −4 percentage points (40% fewer",
  );
  expect(describeLift(measured(-0.02, 0.01, 0.04, "undecided"))).toBe(
    "Variant B “Short”: inconclusive compared with the holdout. The difference is between −2 and +4 percentage points.",
  );
});

test("lists experiment warnings, most severe first", () => {
  expect(experimentWarnings(report)).toEqual([]);
  const questionable = { ...report, crossed: 3, weights_changed: true, sample_ratio: { p: 0.00012, mismatch: true } };
  expect(experimentWarnings(questionable).map(({ tone, title }) => [tone, title])).toEqual([
    ["problem", "Sample ratio mismatch"],
    ["caution", "Shares changed during the experiment"],
    ["note", "3 people excluded"],
  ]);
});

test("says once for all variants that they need more data, with the number of the slowest", () => {
  const needs = (people_more: number | null): Lift => ({
    ...{ kind: "not_enough_data", people_wanted: 100, reached_wanted: 20, people_more },
  });
  const results = describeResults(
    [
      { arm: "holdout", lift: null },
      { arm: "a", lift: needs(40) },
      { arm: "b", lift: needs(70) },
    ],
    { control: "holdout", arms: [...report.arms, { arm: "a", name: null, people: 100, expected: 100 }] },
  );
  expect(results).toEqual([
    "Not enough data yet. Results need 100 people in each variant and 20 completions across both. At the current rate, results need about 105 more people.",
  ]);
});

test("counts the people still needed in the whole experiment, not in two of its arms", () => {
  const arms: ExperimentReport["arms"] = [
    { arm: "holdout", name: null, people: 10, expected: 10 },
    { arm: "a", name: null, people: 45, expected: 45 },
    { arm: "b", name: "Short", people: 45, expected: 45 },
  ];
  const lift: Lift = { kind: "not_enough_data", people_wanted: 100, reached_wanted: 20, people_more: 495 };
  expect(describeResult({ arm: "b", lift }, { control: "holdout", arms })).toEndWith("about 900 more people.");
});
