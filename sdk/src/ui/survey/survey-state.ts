import type { Answer, Question, SurveyBody, Thanks } from "@fanfare/contract/content/survey";
import type { EndReason } from "@fanfare/contract/events/events";
import type { PlayerEvent } from "../types.ts";

/** What follows which answer. Loaded for surveys with branches or several thank-you messages. */
export type SurveyFlow = Pick<
  typeof import("@fanfare/contract/content/survey-flow"),
  "nextQuestion" | "questionsAhead" | "thanksFor"
>;

/** State of a survey. Sending the last answer completes it; after that, it thanks until it's closed. */
export type SurveyState =
  | {
      readonly kind: "asking";
      readonly index: number;
      /** IDs of the questions before this one, as the person came. */
      readonly path: readonly string[];
      /** Earlier questions were answered on a previous page of this run. */
      readonly begun_at: number;
      /** The person was warned about an unsent answer to this question. */
      readonly warned: boolean;
    }
  | { readonly kind: "thanking" };

/** `answer`: what the field contains now. */
export type SurveyInput =
  /** `wrong`: why the field's content can't be sent. */
  | { readonly kind: "submit"; readonly answer: Answer | undefined; readonly wrong?: string | undefined }
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "close"; readonly reason: EndReason; readonly answer: Answer | undefined }
  /** A new version is shown. `step_id`: the question on the screen. */
  | { readonly kind: "version"; readonly step_id: string; readonly answer: Answer | undefined };

export type SurveyEffect =
  /** `moved`: to another question. `known`: fills the field. `step`: its place on the person's way, from 1. */
  | {
      readonly kind: "ask";
      readonly index: number;
      readonly known: Answer | undefined;
      readonly moved: boolean;
      readonly step: number;
    }
  | { readonly kind: "refuse"; readonly why: "unanswered" | "unsent" | "wrong" }
  | { readonly kind: "thank"; readonly thanks: Thanks }
  /** `stays`: the thanks remain on the screen. */
  | { readonly kind: "end"; readonly reason: EndReason; readonly stays: boolean }
  | Extract<PlayerEvent, { readonly kind: "answered" }>;

export interface SurveyMove {
  readonly state: SurveyState;
  readonly effects: readonly SurveyEffect[];
}

/** Starts at a question, on the way that the answers so far lead there. Without them, after all questions before it. */
export function startSurvey(
  index: number,
  questions: readonly Question[],
  answers: ReadonlyMap<string, Answer>,
  flow?: SurveyFlow,
): Extract<SurveyState, { kind: "asking" }> {
  const ids = questions.map(({ id }) => id);
  const way: string[] = [];
  let at = 0;
  for (let id = ids[0]; at < index && id !== undefined; id = ids[at]) {
    way.push(id);
    at = flow?.nextQuestion(questions, at, answers.get(id)) ?? at + 1;
  }
  const path = at === index ? way : ids.slice(0, index);
  return { kind: "asking", index, path, begun_at: index, warned: false };
}

/**
 * Computes the next state. Pure: the caller runs the effects in order. `answers`: those that were reported, by question
 * ID.
 */
export function moveSurvey(
  state: SurveyState,
  input: SurveyInput,
  body: SurveyBody,
  answers: ReadonlyMap<string, Answer>,
  flow?: SurveyFlow,
): SurveyMove {
  const { questions } = body;
  const end = (reason: EndReason, stays = false): SurveyEffect => ({ kind: "end", reason, stays });
  if (state.kind === "thanking") {
    const closes = input.kind === "close" || input.kind === "submit";
    return { state, effects: closes ? [end("completed")] : [] };
  }
  const { index, path } = state;
  const question = questions[index];
  const step_id = question?.id ?? "";
  const ask = (
    to: number,
    way: readonly string[],
    moved = true,
    known = answers.get(questions[to]?.id ?? ""),
  ): SurveyMove => ({
    state: { ...state, index: to, path: way, warned: false },
    effects: [{ kind: "ask", index: to, known, moved, step: way.length + 1 }],
  });
  switch (input.kind) {
    case "submit": {
      const { answer, wrong } = input;
      if (wrong) return { state, effects: [{ kind: "refuse", why: "wrong" }] };
      if (answer === undefined && question?.required && index >= state.begun_at) {
        return { state, effects: [{ kind: "refuse", why: "unanswered" }] };
      }
      const fresh = answer !== undefined && JSON.stringify(answer) !== JSON.stringify(answers.get(step_id));
      const told: readonly SurveyEffect[] = fresh ? [{ kind: "answered", step_id, answer }] : [];
      const way = [...path, step_id];
      const to = flow?.nextQuestion(questions, index, answer) ?? index + 1;
      if (to < questions.length) {
        const next = ask(to, way);
        return { ...next, effects: [...told, ...next.effects] };
      }
      const given = fresh ? [...answers, [step_id, answer] as const] : [...answers];
      const thanks = flow ? flow.thanksFor(body, new Map(given.filter(([id]) => way.includes(id)))) : body.thanks;
      return thanks
        ? { state: { kind: "thanking" }, effects: [...told, { kind: "thank", thanks }, end("completed", true)] }
        : { state, effects: [...told, end("completed")] };
    }
    case "go": {
      const id = questions[input.index]?.id;
      if (input.index === index || id === undefined) return { state, effects: [] };
      const way = path.includes(id) ? path.slice(0, path.indexOf(id)) : [...path, step_id];
      return ask(input.index, way);
    }
    case "close": {
      // Escape or an outside press may be accidental, so warn once before discarding an unsent answer.
      const slip = input.reason === "escape" || input.reason === "outside_click";
      const unsent = typeof input.answer === "string" && input.answer !== answers.get(step_id);
      return slip && unsent && !state.warned
        ? { state: { ...state, warned: true }, effects: [{ kind: "refuse", why: "unsent" }] }
        : { state, effects: [end(input.reason)] };
    }
    case "version": {
      const same = questions.findIndex(({ id }) => id === input.step_id);
      const way = path.filter((id) => questions.some((each) => each.id === id));
      return same < 0 ? ask(0, [], false) : ask(same, way, false, input.answer);
    }
  }
}
