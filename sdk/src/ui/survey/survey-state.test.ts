import { expect, test } from "bun:test";
import type { SurveyBody } from "@fanfare/contract/content/survey";
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
function play(inputs: readonly SurveyInput[], survey = body, first: SurveyState = startSurvey(0)) {
  let state = first;
  const effects = inputs.map((input) => {
    const move = moveSurvey(state, input, survey);
    state = move.state;
    return move.effects.map((effect) =>
      effect.kind === "end" && effect.stays ? "end completed, stays" : Object.values(effect).join(" "),
    );
  });
  return { state, effects };
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
    ["answered what it", "ask 1  true"],
    ["answered why so", "thank", "end completed, stays"],
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
  const resumed = { ...startSurvey(1), index: 0 };
  expect(play([submit()], body, resumed).effects).toEqual([["ask 1  true"]]);
});

test("warns once before an accidental close discards an unsent answer", () => {
  const slip: SurveyInput = { kind: "close", reason: "outside_click", answer: "it" };
  expect(play([slip, slip]).effects).toEqual([["refuse unsent"], ["end outside_click false"]]);
  expect(play([{ ...slip, reason: "close_button" }]).effects).toEqual([["end close_button false"]]);
});

test("reports an answer that was being written when a new version came", () => {
  const { effects } = play([{ kind: "version", step_id: "what", answer: "it" }, submit("it")]);
  expect(effects).toEqual([["ask 0 it false"], ["answered what it", "ask 1  true"]]);
});

test("starts a version over whose current question was removed, and keeps what was answered", () => {
  const { effects } = play([submit("it"), { kind: "version", step_id: "gone", answer: "so" }]);
  expect(effects.at(-1)).toEqual(["ask 0 it false"]);
});

test("reports an answer again only if it changed", () => {
  const back: SurveyInput = { kind: "go", index: 0 };
  expect(play([submit("it"), back, submit("it"), back, submit("all")]).effects).toEqual([
    ["answered what it", "ask 1  true"],
    ["ask 0 it true"],
    ["ask 1  true"],
    ["ask 0 it true"],
    ["answered what all", "ask 1  true"],
  ]);
});
