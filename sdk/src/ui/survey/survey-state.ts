import type { Answer, SurveyBody } from "@fanfare/contract/content/survey";
import type { EndReason } from "@fanfare/contract/events/events";
import type { PlayerEvent } from "../types.ts";

/** State of a survey. Sending the last answer completes it; after that, it thanks until it's closed. */
export type SurveyState =
  | {
      readonly kind: "asking";
      readonly index: number;
      /** Earlier questions were answered on a previous page of this run. */
      readonly begun_at: number;
      /** Reported answers, by question ID. */
      readonly answers: ReadonlyMap<string, Answer>;
      /** The person was warned about an unsent answer to this question. */
      readonly warned: boolean;
    }
  | { readonly kind: "thanking" };

/** `answer`: what the field contains now. */
export type SurveyInput =
  /** `wrong`: the field has content that can't be sent. */
  | { readonly kind: "submit"; readonly answer: Answer | undefined; readonly wrong?: boolean }
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "close"; readonly reason: EndReason; readonly answer: Answer | undefined }
  /** A new version is shown. `step_id`: the question on the screen. */
  | { readonly kind: "version"; readonly step_id: string; readonly answer: Answer | undefined };

export type SurveyEffect =
  /** `moved`: to another question. `known`: fills the field. */
  | { readonly kind: "ask"; readonly index: number; readonly known: Answer | undefined; readonly moved: boolean }
  | { readonly kind: "refuse"; readonly why: "unanswered" | "unsent" | "wrong" }
  | { readonly kind: "thank" }
  /** `stays`: the thanks remain on the screen. */
  | { readonly kind: "end"; readonly reason: EndReason; readonly stays: boolean }
  | Extract<PlayerEvent, { readonly kind: "answered" }>;

export interface SurveyMove {
  readonly state: SurveyState;
  readonly effects: readonly SurveyEffect[];
}

export function startSurvey(index: number): Extract<SurveyState, { kind: "asking" }> {
  return { kind: "asking", index, begun_at: index, answers: new Map(), warned: false };
}

/** Computes the next state. Pure: the caller runs the effects in order. */
export function moveSurvey(state: SurveyState, input: SurveyInput, { questions, thanks }: SurveyBody): SurveyMove {
  const end = (reason: EndReason, stays = false): SurveyEffect => ({ kind: "end", reason, stays });
  if (state.kind === "thanking") {
    const closes = input.kind === "close" || input.kind === "submit";
    return { state, effects: closes ? [end("completed")] : [] };
  }
  const { index, answers } = state;
  const question = questions[index];
  const step_id = question?.id ?? "";
  const ask = (to: number, known = answers, moved = true, draft = known.get(questions[to]?.id ?? "")): SurveyMove => ({
    state: { ...state, index: to, answers: known, warned: false },
    effects: [{ kind: "ask", index: to, known: draft, moved }],
  });
  switch (input.kind) {
    case "submit": {
      const { answer } = input;
      if (input.wrong) return { state, effects: [{ kind: "refuse", why: "wrong" }] };
      if (answer === undefined && question?.required && index >= state.begun_at) {
        return { state, effects: [{ kind: "refuse", why: "unanswered" }] };
      }
      const fresh = answer !== undefined && JSON.stringify(answer) !== JSON.stringify(answers.get(step_id));
      const told: readonly SurveyEffect[] = fresh ? [{ kind: "answered", step_id, answer }] : [];
      if (index + 1 < questions.length) {
        const next = ask(index + 1, fresh ? new Map([...answers, [step_id, answer]]) : answers);
        return { ...next, effects: [...told, ...next.effects] };
      }
      return thanks
        ? { state: { kind: "thanking" }, effects: [...told, { kind: "thank" }, end("completed", true)] }
        : { state, effects: [...told, end("completed")] };
    }
    case "go":
      return input.index === index || !questions[input.index] ? { state, effects: [] } : ask(input.index);
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
      return same < 0 ? ask(0, answers, false) : ask(same, answers, false, input.answer);
    }
  }
}
