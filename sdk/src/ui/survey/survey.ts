import type { Answer } from "@fanfare/contract/content/survey";
import type { EndReason } from "@fanfare/contract/events/events";
import { loadRichBlocks, type RichBlocks, renderBlocks } from "../card/blocks.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { createGuard, guardedPage } from "../dom/guard.ts";
import { fillPlaceholders, label } from "../text/labels.ts";
import type { PlayerEvent, PlayerHandle, PlayerOptions } from "../types.ts";
import { buildField, FIELD_STYLE, type QuestionField } from "./survey-field.ts";
import { type BuildFrame, buildCornerFrame } from "./survey-frame.ts";

const STYLE = `${FIELD_STYLE}
.form{display:flex;flex-direction:column;min-height:0;border-radius:inherit}
.flow{flex:1 1 auto}
.progress{flex:1;min-width:max-content;font-size:.867em;color:var(--mute)}
.foot{justify-content:end}
@media (max-height:22em){.form{overflow:auto}.flow{flex:none}}
`;

const ENGLISH = {
  question: "Question {step} of {steps}",
  required: "(required)",
  unanswered: "Answer this question to continue.",
  submit: "Send",
  unsent: "Your answer hasn’t been sent. Press Escape again to discard it.",
  star: "{step} of {steps}",
  faces: "Very unhappy, Unhappy, Neutral, Happy, Very happy",
} as const;

/**
 * Shows a survey in the corner or as a dialog, one question per card. Each answer is reported when the person
 * continues, and required questions must be answered first. Errors end it with reason `error` and aren't thrown into
 * the page.
 *
 * @example
 * openSurvey({
 *   document, window, clock: systemClock, edition, name: "NPS", step_id: null, labels: {}, act() {}, on: report,
 * });
 */
export function openSurvey(options: PlayerOptions, buildFrame: BuildFrame = buildCornerFrame): PlayerHandle {
  const { document, window, labels, on } = options;
  let body = editionBody(options.edition, "survey");
  const answers = new Map<string, Answer>();
  let index = 0;
  /** Earlier questions were answered on a previous page of this run. */
  let begun_at = 0;
  let field: QuestionField | undefined;
  /** The field for which the person was already warned about an unsent answer. */
  let current_field: QuestionField | undefined;
  let thanked = false;
  let over = false;
  let rich: RichBlocks | undefined;

  const guard = createGuard((error) => {
    try {
      end({ kind: "ended", reason: "error", suppress: false, error: String(error) });
    } catch {
      // The failure itself can't be reported.
    }
  });
  const word = (name: keyof typeof ENGLISH, values = {}): string =>
    fillPlaceholders(labels[`survey_${name}`] ?? ENGLISH[name], values);
  const words = {
    required: word("required"),
    star: (step: number, steps: number) => word("star", { step, steps }),
    face: (at: number) => word("faces").split(",")[at]?.trim() ?? "",
  };
  const page = guardedPage(options, guard);
  // With all questions answered, any way of closing counts as completed.
  const leave = (reason: EndReason): void => {
    // Escape or an outside press may be accidental, so warn once before discarding an unsent answer.
    const slip = reason === "escape" || reason === "outside_click";
    if (slip && field !== undefined && current_field !== field && isUnsent()) {
      current_field = field;
      field.refuse(word("unsent"));
      frame.root.announce(word("unsent"));
      return;
    }
    end(choices.ending(thanked ? "completed" : reason));
  };
  // The browser may have closed the dialog already.
  const stands = (): boolean => card.getClientRects().length > 0;
  const isUnsent = (): boolean => {
    const answer = field?.answer();
    return (
      stands() && !thanked && typeof answer === "string" && answer !== answers.get(body.questions[index]?.id ?? "")
    );
  };
  const frame = buildFrame(page, guard, (reason) => {
    if (reason !== "escape" || !body.escape || thanked || !stands()) leave(reason);
  });
  frame.root.addStyle(STYLE);
  const choices = buildDismissOptions(
    document,
    labels,
    guard(() => leave("snoozed")),
  );
  const button = (class_name: string, text: string, press?: () => void): HTMLButtonElement => {
    const made = element(document, "button", class_name, text);
    made.type = press === undefined ? "submit" : "button";
    if (press !== undefined) made.addEventListener("click", guard(press));
    return made;
  };
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const text = element(document, "div", "body");
  const place = element(document, "div", "");
  const progress = element(document, "span", "progress");
  const back = button("plain", label(labels, "back"), () => go(index - 1));
  const next = button("primary", "");
  const close = button("close", "", () => leave("close_button"));
  close.ariaLabel = label(labels, "close");
  const flow = element(document, "div", "flow", heading, text, place, choices.box);
  const foot = element(document, "div", "foot", progress, back, next);
  const form = element(document, "form", "form", flow, foot);
  form.noValidate = true;
  const card = element(document, "div", "card", form, close);

  const show = (to: number): void => {
    const question = body.questions[to];
    if (question === undefined) return;
    index = to;
    const last = body.questions.length - 1;
    heading.textContent = body.title;
    text.replaceChildren(...(to === 0 ? renderBlocks(document, body.blocks, rich) : []));
    field = buildField(document, question, answers.get(question.id), words);
    place.replaceChildren(field.box);
    choices.offer(body.suppression);
    progress.textContent = last === 0 ? "" : word("question", { step: to + 1, steps: last + 1 });
    back.hidden = to === 0;
    next.textContent = to === last ? word("submit") : label(labels, "next");
    flow.scrollTop = 0;
  };
  const reportShown = (): void => on({ kind: "step_shown", step_id: body.questions[index]?.id ?? "", index }, card);
  const go = guard((to: number): void => {
    if (over || thanked || to === index || body.questions[to] === undefined) return;
    const inside = card.contains(frame.root.shadow.activeElement);
    show(to);
    if (inside) moveFocus(field?.first());
    reportShown();
  });

  const thank = (): void => {
    const { thanks } = body;
    if (thanks === undefined) {
      leave("completed");
      return;
    }
    thanked = true;
    // Leaving the page now completes the survey.
    window.addEventListener("pagehide", finish, true);
    const inside = card.contains(frame.root.shadow.activeElement);
    heading.textContent = thanks.title;
    text.replaceChildren(...renderBlocks(document, thanks.blocks, rich));
    place.replaceChildren();
    progress.textContent = "";
    choices.box.hidden = back.hidden = true;
    next.textContent = label(labels, "finish");
    if (inside) moveFocus(heading);
    else frame.root.announce(thanks.title);
  };
  const finish = guard(() => leave("completed"));

  const goOn = guard((): void => {
    const question = body.questions[index];
    if (thanked) {
      leave("completed");
      return;
    }
    if (question === undefined || field === undefined) return;
    const answer = field.answer();
    if (answer === undefined && question.required && index >= begun_at) {
      field.refuse(word("unanswered"));
      moveFocus(field.first());
      return;
    }
    field.refuse(null);
    const known = answers.get(question.id);
    if (answer !== undefined && JSON.stringify(answer) !== JSON.stringify(known)) {
      answers.set(question.id, answer);
      on({ kind: "answered", step_id: question.id, answer });
    }
    if (index + 1 < body.questions.length) go(index + 1);
    else thank();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    goOn();
  });

  const end = (event: Extract<PlayerEvent, { kind: "ended" }>): void => {
    if (over) return;
    over = true;
    window.removeEventListener("pagehide", finish, true);
    frame.remove();
    on(event);
  };
  const indexOf = (id: string | null | undefined): number => body.questions.findIndex((each) => each.id === id);
  const write = (loaded: RichBlocks | undefined): void => {
    if (loaded !== undefined && rich === undefined) frame.root.addStyle(loaded.RICH_STYLE);
    rich ??= loaded;
  };
  const parts = () => [{ blocks: body.blocks }, { blocks: body.thanks?.blocks ?? [] }];

  void loadRichBlocks(parts()).then(
    guard((loaded: RichBlocks | undefined) => {
      if (over) return;
      write(loaded);
      begun_at = Math.max(0, indexOf(options.step_id));
      show(begun_at);
      frame.show(card, () => heading, `${body.title}. ${body.questions[index]?.title ?? ""}`);
      reportShown();
    }),
  );

  return {
    next: goOn,
    back: () => go(index - 1),
    goTo: (step_id) => go(indexOf(step_id)),
    update(edition) {
      const after = editionBody(edition, "survey");
      if (after.form !== body.form) return leave("replaced");
      if (thanked) return;
      const id = body.questions[index]?.id;
      const draft = field?.answer();
      body = after;
      if (id !== undefined && draft !== undefined) answers.set(id, draft);
      const inside = place.contains(frame.root.shadow.activeElement);
      show(Math.max(0, indexOf(id)));
      if (inside) moveFocus(field?.first());
    },
    close: leave,
  };
}
