import { type Answer, type Question, type SurveyBody, scaleOf } from "@fanfare/contract/content/survey";
import type { EndReason } from "@fanfare/contract/events/events";
import { type BlockWriter, createBlockWriter } from "../card/blocks.ts";
import { editionBody } from "../card/edition-body.ts";
import { moveFocus } from "../dom/focus.ts";
import { openPlayerLife } from "../dom/guard.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Labels, Page, PlayerHandle, PlayerOptions } from "../types.ts";
import { buildSurveyCard, SURVEY_STYLE, type SurveyCard, surveyText } from "./survey-card.ts";
import { type BuildFrame, buildCornerFrame } from "./survey-frame.ts";
import {
  moveSurvey,
  type SurveyEffect,
  type SurveyFlow,
  type SurveyInput,
  type SurveyState,
  startSurvey,
} from "./survey-state.ts";

/**
 * Shows a survey in the corner, as a dialog, or in the page, one question per card. Each answer is reported when the person
 * continues, and required questions must be answered first. Sending the last one completes it. Errors end it with reason `error` and aren't thrown into
 * the page.
 *
 * @example
 * openSurvey({
 *   document, window, clock: systemClock, edition, name: "NPS", step_id: null, labels: {}, act() {}, on: report,
 * });
 */
export function openSurvey(options: PlayerOptions, buildFrame: BuildFrame = buildCornerFrame): PlayerHandle {
  const { document, labels, on } = options;
  let body = editionBody(options.edition, "survey");
  const life = openPlayerLife(options, () => frame.remove());
  const { guard } = life;
  const given = answersOf(options.run);
  let state: SurveyState = startSurvey(0, body.questions, given);
  // The browser may have closed the dialog already.
  const stands = (): boolean => card.box.getClientRects().length > 0;
  const leave = (reason: EndReason): void =>
    send({ kind: "close", reason, answer: stands() ? card.answer() : undefined });
  const frame = buildFrame(life.page, guard, (reason) => {
    if (reason !== "escape" || !body.escape || state.kind === "thanking" || !stands()) leave(reason);
  });
  const { root } = frame;
  root.addStyle(SURVEY_STYLE);
  const blocks = createBlockWriter(document, root.addStyle);
  const submit = (): void => send({ kind: "submit", answer: card.answer(), wrong: card.wrong() });
  const go = (step_id: string | undefined): void => send({ kind: "go", index: indexOf(step_id) });
  const back = (): void => {
    if (state.kind === "asking") go(state.path.at(-1));
  };
  const card = buildSurveyCard(document, labels, blocks, (pressed) => {
    if (pressed === "submit") submit();
    else if (pressed === "back") back();
    else leave(pressed);
  });
  const indexOf = (id: string | null | undefined): number => body.questions.findIndex((each) => each.id === id);
  const stepId = (index: number): string => body.questions[index]?.id ?? "";
  const reportShown = (index: number): void => on({ kind: "step_shown", step_id: stepId(index), index }, card.box);

  const send = life.whileOpen((input: SurveyInput): void => {
    const move = moveSurvey(state, input, body, given, load.flow());
    state = move.state;
    for (const effect of move.effects) {
      if (effect.kind === "end")
        life.end({ ...card.choices.ending(effect.reason), ...(effect.stays && { stays: true }) });
      else if (effect.kind === "answered") {
        given.set(effect.step_id, effect.answer);
        on(effect);
      } else show(effect);
    }
  });
  const show = (effect: ShownEffect): void => {
    showSurveyEffect(card, root, body, labels, effect, load.ahead);
    if (effect.kind === "ask" && effect.moved) reportShown(effect.index);
  };
  const begin = (): void => {
    const index = Math.max(0, indexOf(options.step_id));
    state = startSurvey(index, body.questions, given, load.flow());
    card.ask(body, index, given.get(stepId(index)), state.path.length + 1, load.ahead(body, index));
    frame.show(card, `${body.title}. ${body.questions[index]?.title ?? ""}`, () => reportShown(index));
  };
  const load = createLoader(card, root, blocks, life.page, labels);
  const loadThen = (next: SurveyBody, task: () => void): void => {
    const fail = guard((error: unknown) => {
      throw error;
    });
    load.all(next).then(life.whileOpen(task), fail);
  };
  loadThen(body, begin);
  let newest = body;

  return {
    next: submit,
    back,
    goTo(step_id, run) {
      card.fields.clear();
      for (const [id, answer] of answersIn(run)) given.set(id, answer);
      go(step_id);
    },
    update(edition) {
      const after = editionBody(edition, "survey");
      if (after.form !== body.form) return leave("replaced");
      newest = after;
      loadThen(after, () => {
        // Loads can end in any order.
        if (state.kind === "thanking" || newest !== after) return;
        const step_id = stepId(state.index);
        body = after;
        send({ kind: "version", step_id, answer: card.answer() });
      });
    },
    close: leave,
  };
}

/** By run: the answers on this page, which the server's last response may not have. */
const on_page = new Map<string, Map<string, Answer>>();

const answersIn = (run: PlayerOptions["run"]) => Object.entries(run?.answers ?? {});

/** The answers of a run so far, here and on earlier pages. */
function answersOf(run: PlayerOptions["run"]): Map<string, Answer> {
  const given = new Map([...answersIn(run), ...(on_page.get(run?.run_id ?? "") ?? [])]);
  if (run) on_page.set(run.run_id, given);
  return given;
}

/** Returns what loads the renderers of a body's blocks, and what not every survey has: other fields, and branches. */
function createLoader(card: SurveyCard, root: UiRoot, blocks: BlockWriter, page: Page, labels: Labels) {
  let extended = false;
  let flow: SurveyFlow | undefined;
  return {
    async all(body: SurveyBody): Promise<void> {
      const { questions, thanks, endings = [] } = body;
      await blocks.load([body, ...endings, ...(thanks ? [thanks] : [])]);
      if (endings.length > 0 || questions.some(({ branches }) => branches)) {
        flow ??= await import("@fanfare/contract/content/survey-flow");
      }
      if (extended || !questions.some(needsMoreFields)) return;
      const more = await import("./choice-and-rating-fields.ts");
      card.extend(await more.createMoreFields(page, labels));
      root.addStyle(more.MORE_FIELDS_STYLE);
      extended = true;
    },
    flow: () => flow,
    /** How many questions can follow the one at `index`. */
    ahead: ({ questions }: SurveyBody, index: number): number =>
      (flow ? flow.questionsAhead(questions, index) : questions.length - index) - 1,
  };
}

/** Whether the question is of a kind that is loaded on demand. */
function needsMoreFields(question: Question): boolean {
  return question.kind !== "text" && scaleOf(question)?.look !== "numbers";
}

type ShownEffect = Extract<SurveyEffect, { kind: "ask" | "refuse" | "thank" }>;

/** Changes the card, and keeps focus in it. */
function showSurveyEffect(
  card: SurveyCard,
  root: UiRoot,
  body: SurveyBody,
  labels: Labels,
  effect: ShownEffect,
  aheadOf: (body: SurveyBody, index: number) => number,
): void {
  const place = effect.kind === "ask" && !effect.moved ? card.place : card.box;
  const inside = place.contains(root.shadow.activeElement);
  switch (effect.kind) {
    case "ask":
      card.ask(body, effect.index, effect.known, effect.step, aheadOf(body, effect.index));
      if (inside) moveFocus(card.first());
      return;
    case "refuse": {
      const text = effect.why === "wrong" ? (card.wrong() ?? "") : surveyText(labels, effect.why);
      card.refuse(text);
      if (effect.why === "unsent") root.announce(text);
      else moveFocus(card.first());
      return;
    }
    case "thank": {
      const title = card.thank(effect.thanks);
      if (inside) moveFocus(card.heading);
      else root.announce(title);
    }
  }
}
