import { expect, test } from "bun:test";
import type { Question } from "./survey.ts";
import { answerLabels, answerProblem, netPromoters } from "./survey-answer.ts";

const base = { id: "q", title: "Q", required: true };
const list = (...ids: readonly string[]) => ids.map((id) => ({ id, label: id }));
const choice: Question = { ...base, kind: "choice", several: true, options: list("a", "b"), other_label: "Other" };
const single: Question = { ...choice, several: false };
const matrix: Question = { ...base, kind: "matrix", rows: list("x", "y"), columns: list("bad", "good") };
const ranking: Question = { ...base, kind: "ranking", options: list("a", "b") };
const date: Question = { ...base, kind: "date" };
const ces: Question = { ...base, kind: "ces", low_label: "", high_label: "" };

test("allows what the question asks for", () => {
  for (const [question, answer] of [
    [choice, ["b", "a"]],
    [choice, { options: ["a"], other: "mine" }],
    [single, { options: [], other: "mine" }],
    [matrix, { rows: { x: "bad", y: "good" } }],
    [{ ...matrix, required: false }, { rows: { y: "good" } }],
    [ranking, ["b", "a"]],
    [date, "2024-02-29"],
    [ces, 7],
  ] as const)
    expect([question.kind, answerProblem(question, answer)]).toEqual([question.kind, undefined]);
});

test("says what is allowed instead", () => {
  for (const [question, answer] of [
    [
      { ...choice, other_label: undefined },
      { options: ["a"], other: "mine" },
    ],
    [choice, { options: ["a"], other: " " }],
    [choice, { options: ["c"], other: "mine" }],
    [choice, { options: ["a", "a"], other: "mine" }],
    [single, { options: ["a"], other: "mine" }],
    [matrix, { rows: { x: "bad" } }],
    [matrix, { rows: { x: "bad", z: "good" } }],
    [{ ...matrix, required: false }, { rows: {} }],
    [ranking, ["a"]],
    [ranking, ["a", "a"]],
    [date, "2023-02-29"],
    [date, "2023-2-1"],
    [ces, 0],
  ] as const)
    expect(answerProblem(question, answer)).toStartWith("Answer “Q” with");
  expect(answerProblem(matrix, 1)).toBe(
    "Answer “Q” with { rows }, one of its columns (bad, good) for each row (x, y).",
  );
});

test("gives the net promoter score an interval that contains it, however few the answers are", () => {
  for (let promoters = 0; promoters <= 4; promoters++) {
    for (let detractors = 0; detractors <= 4; detractors++) {
      const { score, interval } = netPromoters([detractors, 0, 0, 0, 0, 0, 0, 0, 0, 0, promoters]);
      if (score === null) continue;
      expect(interval?.low).toBeLessThanOrEqual(score);
      expect(interval?.high).toBeGreaterThanOrEqual(score);
    }
  }
});

test("gives the net promoter score an interval that narrows with more answers", () => {
  const of = (times: number) => netPromoters([...Array(9).fill(0), 6 * times, 0].with(0, 2 * times).with(7, 2 * times));
  // (6.75 − 2.75) / 13 ± 1.96 × √((9.5 / 13 − (4 / 13)²) / 13)
  expect(of(1).interval?.low).toBeCloseTo(-12.59, 1);
  expect(of(1).interval?.high).toBeCloseTo(74.13, 1);
  expect((of(100).interval?.high ?? 0) - (of(100).interval?.low ?? 0)).toBeLessThan(11);
  // One answer isn't certain.
  expect(netPromoters([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]).interval?.low).toBeLessThan(60);
  expect(netPromoters([]).interval).toBeNull();
});

const asked = { id: "q", title: "Question", required: false };
const options = [
  { id: "o1", label: "Speed" },
  { id: "o2", label: "Price" },
];

test("describes each kind of answer with the labels of its question", () => {
  const nps: Question = { ...asked, kind: "nps", low_label: "", high_label: "" };
  const choice: Question = { ...asked, kind: "choice", options, several: true, other_label: "Other" };
  const ranking: Question = { ...asked, kind: "ranking", options };
  const columns = [
    { id: "c1", label: "Bad" },
    { id: "c2", label: "Good" },
  ];
  const matrix: Question = { ...asked, kind: "matrix", rows: options, columns };
  expect(answerLabels(nps, 9)).toEqual(["9"]);
  expect(answerLabels({ ...asked, kind: "text", long: true }, "Fine")).toEqual(["Fine"]);
  expect(answerLabels(choice, ["o2", "gone"])).toEqual(["Price", "gone"]);
  expect(answerLabels(choice, { options: ["o1"], other: "Colors" })).toEqual(["Speed", "Colors"]);
  expect(answerLabels(ranking, ["o2", "o1"])).toEqual(["Price", "Speed"]);
  expect(answerLabels(matrix, { rows: { o1: "c2", o2: "c1" } })).toEqual(["Speed: Good", "Price: Bad"]);
});

test("describes nothing that isn’t an answer", () => {
  const question: Question = { ...asked, kind: "choice", options, several: false };
  expect([true, null, { rows: 1 }, { options: "o1" }].map((each) => answerLabels(question, each))).toEqual([
    ...[null, null, null, null],
  ]);
});
