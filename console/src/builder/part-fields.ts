import type { DoneWhen } from "@fanfare/contract/checklist";
import type { Advance, StepAction, StepButton } from "@fanfare/contract/tour";
import { list } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { type RuleNames, ruleWords } from "../rules/words.ts";
import { formatBlocks } from "./block-text.ts";
import { type Fields, fields, type Said, yes } from "./fields.ts";
import type { Part } from "./parts.ts";
import { targetWords } from "./target-words.ts";
import { CORNER_VALUES, EDGE_VALUES, PLACEMENT_VALUES, quoted, RATING_WORDS, secondsWords } from "./value-words.ts";

/** What is said of a part beside what stands in it. */
export interface PartContext {
  readonly names: RuleNames;
  /** Of another part of the same body. */
  titleOf(part_id: string): string | undefined;
}

/** The fields of one part: a step, a panel, a task, a question. */
export function partFields(part: Part, context: PartContext): Fields {
  const { names } = context;
  const shared: readonly Said[] = [
    [t("Title"), part.title],
    [t("Text"), "blocks" in part ? formatBlocks(part.blocks) : undefined],
  ];
  if ("done_when" in part) {
    return fields(
      ...shared,
      [t("Button"), part.button && buttonWords(part.button, context)],
      [t("Done when"), doneWords(part.done_when, names)],
    );
  }
  if (!("kind" in part)) return fields(...shared, [t("Button"), part.button && buttonWords(part.button, context)]);
  if ("required" in part) return fields(...shared, [t("Needed"), yes(part.required)], ...answerFields(part));
  return fields(
    ...shared,
    [t("Words on the button"), part.next_label],
    [t("Buttons"), part.buttons && list(part.buttons.map((each) => buttonWords(each, context)))],
    [t("Goes on by"), part.advance && list(part.advance.map(advanceWords))],
    [t("Passed over"), part.skip_if && ruleWords(part.skip_if, names)],
    [t("First does"), part.prepare],
    ...placeFields(part),
  );
}

type Step = Extract<Part, { kind: "centered" | "corner" | "banner" | "anchored" }>;

function placeFields(step: Step): readonly Said[] {
  switch (step.kind) {
    case "centered":
      return [[t("Place"), t("in the middle of the page")]];
    case "corner":
      return [[t("Place"), CORNER_VALUES[step.corner]]];
    case "banner":
      return [[t("Place"), EDGE_VALUES[step.edge]]];
    case "anchored":
      return [
        [t("Place"), t("at an element")],
        [t("Target"), targetWords(step.target)],
        [t("Side"), PLACEMENT_VALUES[step.placement]],
        [t("Waits for it"), secondsWords(step.wait_ms)],
        [
          t("When it is missing"),
          { skip: t("the next step"), center: t("in the middle"), end: t("the tour ends") }[step.on_missing],
        ],
        [t("The element can be used"), yes(step.interaction === "allow")],
        [t("Also lit up"), step.highlights && list(step.highlights.map(targetWords))],
        [t("Scrolls to it"), yes(step.scroll !== "none")],
        [
          t("With so much around it"),
          step.scroll_margin_px === undefined ? undefined : tCount(step.scroll_margin_px, "{n} pixel", "{n} pixels"),
        ],
      ];
  }
}

type Question = Extract<Part, { kind: "nps" | "rating" | "choice" | "text" }>;

function answerFields(question: Question): readonly Said[] {
  switch (question.kind) {
    case "nps":
      return [[t("Answer"), t("0 to 10")], ...endFields(question)];
    case "rating":
      return [[t("Answer"), RATING_WORDS[question.look](question.scale)], ...endFields(question)];
    case "choice":
      return [
        [t("Answer"), question.several ? t("several of") : t("one of")],
        [t("Answers"), list(question.options.map(({ label }) => quoted(label)))],
      ];
    case "text":
      return [
        [t("Answer"), question.long ? t("several lines of text") : t("a line of text")],
        [t("Words in the empty field"), question.placeholder],
      ];
  }
}

const endFields = (ends: { readonly low_label: string; readonly high_label: string }): readonly Said[] => [
  [t("Low end"), ends.low_label],
  [t("High end"), ends.high_label],
];

function buttonWords({ label, action }: StepButton, context: PartContext): string {
  return t("“{label}” {deed}", { label, deed: actionWords(action, context) });
}

function actionWords(action: StepAction, { names, titleOf }: PartContext): string {
  switch (action.kind) {
    case "link":
      return t("leads to {address}", { address: action.href });
    case "host":
      return t("does {action}", { action: action.name });
    case "start":
      return t("starts {content}", { content: names.content(action.content) ?? action.content });
    case "next":
      return t("goes on");
    case "back":
      return t("goes back");
    case "go_to":
      return t("goes to {step}", { step: titleOf(action.step_id) ?? t("a step that is gone") });
    case "finish":
      return t("completes the tour");
    case "close":
      return t("closes the tour");
  }
}

function advanceWords(advance: Advance): string {
  switch (advance.kind) {
    case "click":
      return t("a click on the element");
    case "input":
      return t("writing in the element");
    case "event":
      return t("the event {event}", { event: advance.event });
    case "url":
      return t("coming to {page}", { page: advance.pattern });
    case "delay":
      return secondsWords(advance.after_ms);
  }
}

function doneWords(done: DoneWhen, names: RuleNames): string {
  switch (done.kind) {
    case "completed":
      return t("{content} was completed", { content: names.content(done.content) ?? done.content });
    case "event":
      return t("the event {event} came", { event: done.event });
    case "button":
      return t("its button was pressed");
    case "person":
      return t("they ticked it off");
  }
}
