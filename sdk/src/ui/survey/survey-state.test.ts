import { expect, test } from "bun:test";
import type { Answer, SurveyBody } from "@fanfare/contract/content/survey";
import * as flow from "@fanfare/contract/content/survey-flow";
import { moveSurvey, type SurveyInput, type SurveyState, startSurvey } from "./survey-state.ts";

const text = { kind: "text", required: false, long: false, placeholder: "" } as const;
const body: SurveyBody = {
  ...{ type: "survey", form: "corner", title: "How is it going?", blocks: [] },
  questions: [
    { ...text, id: "what", title: "What?", required: true },
    { ...text, id: "why", title: "Why?" },
  ],
  thanks: { title: "Thank you!", blocks: [] },
  suppression: { offered: false, days: 365 },
};
/** The last state, and all effects as short texts. */
function play(
  inputs: readonly SurveyInput[],
  survey = body,
  first: SurveyState = startSurvey(0, [], new Map()),
  answers = new Map<string, Answer>(),
) {
  let state = first;
  const effects = inputs.map((input) => {
    const move = moveSurvey(state, input, survey, answers, flow);
    state = move.state;
    for (const effect of move.effects) if (effect.kind === "answered") answers.set(effect.step_id, effect.answer);
    return move.effects.map((effect) =>
      effect.kind === "end" && effect.stays
        ? "end completed, stays"
        : effect.kind === "thank"
          ? `thank ${effect.thanks.title}`
          : Object.values(effect).join(" "),
    );
  });
  return { state, effects, answers };
}
const submit = (answer?: string): SurveyInput => ({ kind: "submit", answer });

test("completes with the last answer, before the thanks are closed", () => {
  const { state, effects } = play([
    submit("it"),
    submit("so"),
    submit(),
    { kind: "close", reason: "escape", answer: "" },
  ]);
  expect(state).toEqual({ kind: "thanking" });
  expect(effects).toEqual([
    ["answered what it", "ask 1  true 2"],
    ["answered why so", "thank Thank you!", "end completed, stays"],
    ["end completed false"],
    ["end completed false"],
  ]);
});

test("completes at once without thanks", () => {
  const { thanks: _, ...plain } = body;
  expect(play([submit("it"), submit()], plain).effects.at(-1)).toEqual(["end completed false"]);
});

test("refuses to leave a required question, except those of an earlier page", () => {
  expect(play([submit()]).effects).toEqual([["refuse unanswered"]]);
  const resumed = { ...startSurvey(1, [], new Map()), index: 0, path: [] };
  expect(play([submit()], body, resumed).effects).toEqual([["ask 1  true 2"]]);
});

test("warns once before an accidental close discards an unsent answer", () => {
  const slip: SurveyInput = { kind: "close", reason: "outside_click", answer: "it" };
  expect(play([slip, slip]).effects).toEqual([["refuse unsent"], ["end outside_click false"]]);
  expect(play([{ ...slip, reason: "close_button" }]).effects).toEqual([["end close_button false"]]);
});

test("reports an answer that was being written when a new version came", () => {
  const { effects } = play([{ kind: "version", step_id: "what", answer: "it" }, submit("it")]);
  expect(effects).toEqual([["ask 0 it false 1"], ["answered what it", "ask 1  true 2"]]);
});

test("starts a version over whose current question was removed, and keeps what was answered", () => {
  const { effects } = play([submit("it"), { kind: "version", step_id: "gone", answer: "so" }]);
  expect(effects.at(-1)).toEqual(["ask 0 it false 1"]);
});

test("reports an answer again only if it changed", () => {
  const back: SurveyInput = { kind: "go", index: 0 };
  expect(play([submit("it"), back, submit("it"), back, submit("all")]).effects).toEqual([
    ["answered what it", "ask 1  true 2"],
    ["ask 0 it true 1"],
    ["ask 1  true 2"],
    ["ask 0 it true 1"],
    ["answered what all", "ask 1  true 2"],
  ]);
});

test("follows branches, counts the person's own way, and thanks by its answers", () => {
  const score = { id: "score", kind: "nps", title: "Score?", required: false, low_label: "", high_label: "" } as const;
  const low = { kind: "numbers", from: 0, to: 6 } as const;
  const branched: SurveyBody = {
    ...body,
    questions: [
      { ...score, branches: [{ when: low, go_to: "why" }] },
      { ...text, id: "best", title: "Best?" },
      ...body.questions,
    ],
    endings: [
      { id: "sorry", question_id: "score", when: low, title: "Sorry!", blocks: [] },
      { id: "best", question_id: "best", when: { kind: "unanswered" }, title: "Short!", blocks: [] },
    ],
  };
  const given = (answer: number): SurveyInput => ({ kind: "submit", answer });
  const { state, effects, answers } = play(
    [given(9), submit("speed"), { kind: "go", index: 1 }, { kind: "go", index: 0 }, given(2)],
    branched,
  );
  expect(effects.map((each) => each.at(-1))).toEqual([
    ...["ask 1  true 2", "ask 2  true 3", "ask 1 speed true 2", "ask 0 9 true 1", "ask 3  true 2"],
  ]);
  // The answer to “Best?” is on a way that was left.
  expect(play([submit("slow")], branched, state, answers).effects).toEqual([
    ["answered why slow", "thank Sorry!", "end completed, stays"],
  ]);
});

test("continues on the way of earlier answers, and fills them in on the way back", () => {
  const asked: SurveyBody = {
    ...body,
    questions: [
      {
        ...{ id: "nps", kind: "nps", title: "Recommend us?", required: true, low_label: "", high_label: "" },
        branches: [{ when: { kind: "numbers", from: 9, to: 10 }, go_to: "last" }],
      },
      { ...text, id: "why", title: "Why?" },
      { ...text, id: "last", title: "More?" },
    ],
  };
  const answers = new Map([["nps", 10]]);
  const first = startSurvey(2, asked.questions, answers, flow);
  expect(first.path).toEqual(["nps"]);
  expect(play([{ kind: "go", index: 0 }], asked, first, answers).effects).toEqual([["ask 0 10 true 1"]]);
  // The answers are unknown, so the person came through all questions.
  expect(startSurvey(2, asked.questions, new Map(), flow).path).toEqual(["nps", "why"]);
});

test("takes over answers given on another page", () => {
  const answers = new Map([["why", "Because"]]);
  expect(play([{ kind: "go", index: 1 }], body, startSurvey(0, [], new Map()), answers).effects).toEqual([
    ["ask 1 Because true 2"],
  ]);
});
