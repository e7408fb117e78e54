import { expect, test } from "bun:test";
import type { Question } from "./survey.ts";
import { answerProblem } from "./survey-answer.ts";

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
