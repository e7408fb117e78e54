import type { Answer, Question, SurveyBody, Thanks } from "@fanfare/contract/content/survey";
import type { BlockWriter } from "../card/blocks.ts";
import { buildDismissOptions, closeButton, type DismissOptions } from "../card/dismiss-options.ts";
import { button, element } from "../dom/element.ts";
import { fillPlaceholders, label } from "../text/labels.ts";
import type { Labels } from "../types.ts";
import { type BuildMoreField, buildField, FIELD_STYLE, type QuestionField } from "./survey-field.ts";

export const SURVEY_STYLE = `${FIELD_STYLE}
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
} as const;

/** A text of the survey in the person's language. */
export function surveyText(labels: Labels, name: keyof typeof ENGLISH, values = {}): string {
  return fillPlaceholders(labels[`survey_${name}`] ?? ENGLISH[name], values);
}

export interface SurveyCard {
  readonly box: HTMLElement;
  readonly heading: HTMLElement;
  /** Contains the question. */
  readonly place: HTMLElement;
  readonly choices: DismissOptions;
  /** Fields keep what the person entered. Clear them to fill new ones with other answers. */
  readonly fields: Map<Question, QuestionField>;
  /** Enables the kinds of questions that are loaded on demand. */
  extend(buildMore: BuildMoreField): void;
  /** Renders a question. `known` fills a new field. `step`: its place on the person's way, `ahead`: how many can follow. */
  ask(body: SurveyBody, index: number, known: Answer | undefined, step: number, ahead: number): void;
  /** What the field contains. */
  answer(): Answer | undefined;
  /** What must be corrected before it can be sent. */
  wrong(): string | undefined;
  first(): HTMLElement;
  refuse(text: string): void;
  /** Replaces the question with the thanks, and returns their title. */
  thank(thanks: Thanks): string;
}

export function buildSurveyCard(
  document: Document,
  labels: Labels,
  blocks: BlockWriter,
  press: (what: "submit" | "back" | "close_button" | "snoozed") => void,
): SurveyCard {
  const words = {
    required: surveyText(labels, "required"),
    star: (step: number, steps: number) => surveyText(labels, "star", { step, steps }),
  };
  let field: QuestionField | undefined;
  let buildMore: BuildMoreField | undefined;
  // By the question itself: a new version has others.
  const fields = new Map<Question, QuestionField>();
  const choices = buildDismissOptions(document, labels, () => press("snoozed"));
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const text = element(document, "div", "body");
  const place = element(document, "div", "");
  const progress = element(document, "span", "progress");
  const back = button(document, "plain", label(labels, "back"), () => press("back"));
  const next = element(document, "button", "primary");
  const flow = element(document, "div", "flow", heading, text, place, choices.box);
  const foot = element(document, "div", "foot", progress, back, next);
  const form = element(document, "form", "form", flow, foot);
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    press("submit");
  });
  const close = closeButton(document, labels, () => press("close_button"));

  return {
    ...{ box: element(document, "div", "card", form, close), heading, place, choices, fields },
    extend: (build) => {
      buildMore = build;
    },
    ask(body, index, known, step, ahead) {
      const question = body.questions[index];
      if (question === undefined) return;
      heading.textContent = body.title;
      text.replaceChildren(...(index === 0 ? blocks.write(body.blocks) : []));
      field?.refuse("");
      field = fields.get(question) ?? buildField(document, question, known, words, buildMore);
      fields.set(question, field);
      place.replaceChildren(field.box);
      choices.offer(body.suppression);
      const steps = step + ahead;
      progress.textContent = steps === 1 ? "" : surveyText(labels, "question", { step, steps });
      back.hidden = step === 1;
      next.textContent = ahead === 0 ? surveyText(labels, "submit") : label(labels, "next");
      flow.scrollTop = 0;
    },
    answer: () => field?.answer(),
    wrong: () => field?.wrong?.(),
    first: () => field?.first() ?? heading,
    refuse: (error_text) => field?.refuse(error_text),
    thank(thanks) {
      heading.textContent = thanks.title;
      text.replaceChildren(...blocks.write(thanks.blocks));
      place.replaceChildren();
      progress.textContent = "";
      choices.box.hidden = back.hidden = true;
      next.textContent = label(labels, "finish");
      return heading.textContent;
    },
  };
}
