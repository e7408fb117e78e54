import { expect, test } from "bun:test";
import { surveyBodySchema } from "../schema/content/survey.ts";
import type { Answer, Branch, Question, SurveyBody } from "./survey.ts";
import { nextQuestion, questionsAhead, thanksFor, unreachableQuestions } from "./survey-flow.ts";

const to = (go_to: string | null, when: Branch["when"] = { kind: "any" }): Branch => ({ when, go_to });
const text = (id: string, ...branches: readonly Branch[]): Question => ({
  ...{ id, kind: "text", title: id, required: false, long: false, branches },
});
const score: Question = {
  ...{ id: "score", kind: "nps", title: "Score", required: false, low_label: "", high_label: "" },
  branches: [to("why", { kind: "numbers", from: 0, to: 6 }), to(null, { kind: "numbers", from: 9, to: 10 })],
};
const questions = [score, text("better", to("bye")), text("why"), text("bye")];

test("follows the first branch that the answer meets, otherwise the next question", () => {
  expect([6, 7, 8, 9, undefined].map((answer) => nextQuestion(questions, 0, answer))).toEqual([2, 1, 1, 4, 1]);
  const options = ["a", "b", "c"].map((id) => ({ id, label: id }));
  const when = { kind: "options", options: ["b", "other"] } as const;
  const base = { id: "q", title: "Q", required: false, branches: [to(null, when)], options };
  const ends = (question: Question, answer: Answer) => nextQuestion([question, text("next")], 0, answer) === 2;
  const choice: Question = { ...base, kind: "choice", several: true, other_label: "Other" };
  expect([["a"], ["a", "b"], { options: ["a"], other: "x" }].map((answer) => ends(choice, answer))).toEqual([
    ...[false, true, true],
  ]);
  const ranking: Question = { ...base, kind: "ranking" };
  expect(
    [
      ["a", "b", "c"],
      ["b", "a", "c"],
    ].map((answer) => ends(ranking, answer)),
  ).toEqual([false, true]);
});

test("counts the longest way ahead, and finds questions that no way leads to", () => {
  expect(questions.map((_, index) => questionsAhead(questions, index))).toEqual([3, 2, 2, 1]);
  expect(unreachableQuestions(questions)).toEqual([]);
  expect(unreachableQuestions([text("a", to("c")), text("b"), text("c")])).toEqual(["b"]);
});

const body: SurveyBody = {
  ...{ type: "survey", form: "corner", title: "S", blocks: [], questions },
  thanks: { title: "Thanks", blocks: [] },
  endings: [
    { id: "sorry", question_id: "score", when: { kind: "numbers", from: 0, to: 6 }, title: "Sorry", blocks: [] },
    { id: "quiet", question_id: "why", when: { kind: "unanswered" }, title: "Quiet", blocks: [] },
  ],
  suppression: { offered: false, days: 365 },
};

test("thanks by the first message that fits the answers", () => {
  const title = (...answers: readonly (readonly [string, Answer])[]) => thanksFor(body, new Map(answers))?.title;
  expect(title(["score", 3], ["why", "It broke"])).toBe("Sorry");
  expect(title(["score", 8])).toBe("Quiet");
  expect(title(["score", 8], ["why", "Fine"])).toBe("Thanks");
});

test("rejects branches that lead back, and conditions that no answer meets", () => {
  const problems = (more: Partial<SurveyBody>) =>
    surveyBodySchema.safeParse({ ...body, ...more }).error?.issues.map(({ path }) => path.join(".")) ?? [];
  expect(problems({})).toEqual([]);
  expect(problems({ questions: [score, text("better"), text("why", to("better"), to("gone"))] })).toEqual([
    ...["questions.2.branches.0.go_to", "questions.2.branches.1.go_to"],
  ]);
  const beyond = { kind: "numbers", from: 11, to: 12 } as const;
  expect(problems({ questions: [{ ...score, branches: [to(null, beyond)] }, ...questions.slice(1)] })).toEqual([
    "questions.0.branches.0.when",
  ]);
  const on_text = { kind: "options", options: ["a"] } as const;
  const ending = { id: "e", title: "E", blocks: [], when: on_text };
  expect(
    problems({
      endings: [
        { ...ending, question_id: "why" },
        { ...ending, id: "f", question_id: "gone" },
      ],
    }),
  ).toEqual([...["endings.0.when", "endings.1.question_id"]]);
});
