import type { DoneWhen } from "@fanfare/contract/content/checklist";
import type { ButtonBase, SideAction } from "@fanfare/contract/content/panel";
import type { Part } from "@fanfare/contract/content/parts";
import type { ResourceAction } from "@fanfare/contract/content/resource-center";
import type { AnswerCondition, AnswerOption, Branch, Question } from "@fanfare/contract/content/survey";
import { OTHER_OPTION } from "@fanfare/contract/content/survey-flow";
import { type Advance, isPrimaryButton, type StepButton } from "@fanfare/contract/content/tour";
import { formatBlocks } from "@fanfare/contract/text/block-text";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { PRESET_LABELS } from "../preset-labels.ts";
import { describeRule, type RuleNames } from "../rules/rule-labels.ts";
import { type FieldEntry, type Fields, fields, yesOrNo } from "./fields.ts";
import { describeTarget } from "./target-labels.ts";
import { CORNER_VALUES, EDGE_VALUES, formatSeconds, PLACEMENT_VALUES, quoted, RATING_LABELS } from "./value-labels.ts";

export interface PartContext {
  readonly names: RuleNames;
  /** Title of another part of the same body. */
  titleOf(part_id: string): string | undefined;
}

export function partFields(part: Part, context: PartContext): Fields {
  const { names } = context;
  const shared: readonly FieldEntry[] = [
    [t("Title"), part.title],
    [t("Text"), "blocks" in part ? formatBlocks(part.blocks) : undefined],
  ];
  if ("done_when" in part) {
    return fields(
      ...shared,
      [t("Button"), part.button && describeButton(part.button, context)],
      [t("Done when"), describeDone(part.done_when, names)],
      [t("Audience"), part.audience && describeRule(part.audience, names)],
    );
  }
  if ("description" in part || "action" in part) {
    return fields(
      ...shared,
      [t("Section heading"), part.section],
      [t("Description"), part.description],
      [t("Action"), describeButton({ label: part.title, action: part.action }, context)],
      [t("Marked as new"), part.is_new && yesOrNo(true)],
    );
  }
  if (!("kind" in part)) return fields(...shared, [t("Button"), part.button && describeButton(part.button, context)]);
  if ("required" in part) {
    return fields(...shared, [t("Required"), yesOrNo(part.required)], ...answerFields(part), [
      t("Branching"),
      part.branches?.map((branch) => describeBranch(part, branch, context)).join("\n"),
    ]);
  }
  return fields(
    ...shared,
    [t("Button label"), part.next_label],
    [t("Buttons"), part.buttons && list(part.buttons.map((each) => describeButton(each, context)))],
    [t("Primary buttons"), primaryLabels(part.buttons ?? [])],
    [t("Advances on"), part.advance && list(part.advance.map(describeAdvance))],
    [t("Skipped if"), part.skip_if && describeRule(part.skip_if, names)],
    [t("Runs page action first"), part.prepare],
    ...placeFields(part),
  );
}

type Step = Extract<Part, { kind: "centered" | "corner" | "banner" | "anchored" }>;

function placeFields(step: Step): readonly FieldEntry[] {
  switch (step.kind) {
    case "centered":
      return [[t("Position"), t("center of the page")]];
    case "corner":
      return [[t("Position"), CORNER_VALUES[step.corner]]];
    case "banner":
      return [[t("Position"), EDGE_VALUES[step.edge]]];
    case "anchored":
      return [
        [t("Position"), t("next to an element")],
        [t("Target"), describeTarget(step.target)],
        [t("Side"), PLACEMENT_VALUES[step.placement]],
        [t("Waits for target"), formatSeconds(step.wait_ms)],
        [
          t("If the target is missing"),
          { skip: t("skip to the next step"), center: t("show in the center"), end: t("end the tour") }[
            step.on_missing
          ],
        ],
        [t("Interaction with the target"), yesOrNo(step.interaction === "allow")],
        [t("Additional highlights"), step.highlights && list(step.highlights.map(describeTarget))],
        [t("Scrolls to target"), yesOrNo(step.scroll !== "none")],
        [
          t("Scroll margin"),
          step.scroll_margin_px === undefined ? undefined : tCount(step.scroll_margin_px, "{n} pixel", "{n} pixels"),
        ],
      ];
  }
}

function answerFields(question: Question): readonly FieldEntry[] {
  switch (question.kind) {
    case "nps":
      return [[t("Answer"), t("0 to 10")], ...endFields(question)];
    case "csat":
      return [
        [t("Answer"), t("satisfaction: {scale}", { scale: RATING_LABELS[question.look](5) })],
        ...endFields(question),
      ];
    case "ces":
      return [[t("Answer"), t("effort: {scale}", { scale: RATING_LABELS.numbers(7) })], ...endFields(question)];
    case "rating":
      return [[t("Answer"), RATING_LABELS[question.look](question.scale)], ...endFields(question)];
    case "choice":
      return [
        [t("Answer"), question.several ? t("multiple choice") : t("single choice")],
        [t("Answers"), quotedLabels(question.options)],
        [t("Own answers"), question.other_label],
        [t("Random order"), yesOrNo(question.shuffled === true)],
      ];
    case "matrix":
      return [
        [t("Answer"), t("matrix")],
        [t("Rows"), quotedLabels(question.rows)],
        [t("Columns"), quotedLabels(question.columns)],
      ];
    case "ranking":
      return [
        [t("Answer"), t("ranking")],
        [t("Answers"), quotedLabels(question.options)],
        [t("Random order"), yesOrNo(question.shuffled === true)],
      ];
    case "text":
      return [
        [t("Answer"), question.long ? t("several lines of text") : t("one line of text")],
        [t("Placeholder"), question.placeholder],
      ];
    case "email":
      return [
        [t("Answer"), t("email address")],
        [t("Placeholder"), question.placeholder],
      ];
    case "date":
      return [[t("Answer"), t("date")]];
  }
}

const quotedLabels = (options: readonly AnswerOption[]): string => list(options.map(({ label }) => quoted(label)));

function describeBranch(question: Question, { when, go_to }: Branch, { titleOf }: PartContext): string {
  const target = go_to === null ? t("end of the survey") : (titleOf(go_to) ?? t("a deleted question"));
  return t("{condition}: {target}", { condition: describeCondition(question, when), target });
}

/** Describes what an answer must be. */
export function describeCondition(question: Question | undefined, when: AnswerCondition): string {
  switch (when.kind) {
    case "any":
      return t("in every case");
    case "unanswered":
      return t("skipped");
    case "numbers":
      return t("{from} to {to}", { from: when.from, to: when.to });
    case "options": {
      const options = question !== undefined && "options" in question ? question.options : [];
      const own = question?.kind === "choice" ? question.other_label : undefined;
      return list(
        when.options.map((id) =>
          quoted(options.find((each) => each.id === id)?.label ?? (id === OTHER_OPTION ? own : undefined) ?? id),
        ),
      );
    }
  }
}

const endFields = (ends: { readonly low_label: string; readonly high_label: string }): readonly FieldEntry[] => [
  [t("Low end"), ends.low_label],
  [t("High end"), ends.high_label],
];

/** Undefined while all buttons have the default style. */
function primaryLabels(buttons: readonly StepButton[]): string | undefined {
  if (buttons.every(({ style }) => style === undefined)) return undefined;
  return list(buttons.filter((_, index) => isPrimaryButton(buttons, index)).map(({ label }) => label));
}

function describeButton(
  button: StepButton | (Partial<ButtonBase> & { readonly label: string; readonly action: ResourceAction }),
  context: PartContext,
): string {
  const action = describeAction(button, context);
  const first = button.before?.map((each) => describeSideAction(each, context.names));
  const described =
    first === undefined ? action : t("{button}, after: {actions}", { button: action, actions: list(first) });
  if (button.condition === undefined) return described;
  const { rule, otherwise } = button.condition;
  const values = { button: described, rule: describeRule(rule, context.names) };
  return otherwise === "hide" ? t("{button}, shown if {rule}", values) : t("{button}, enabled if {rule}", values);
}

function describeSideAction(action: SideAction, names: RuleNames): string {
  switch (action.kind) {
    case "host":
      return t("run {action}", { action: action.name });
    case "track":
      return t("track {event}", { event: action.event });
    case "set_attribute":
      return t("set {attribute} to {value}", { attribute: action.name, value: String(action.value) });
    case "celebrate":
      return t("celebrate with {effect}", { effect: PRESET_LABELS[action.preset].label });
    case "copy":
      return t("copy “{text}”", { text: action.text });
    case "resource_center":
      return t("open {content}", { content: names.content(action.content) ?? action.content });
  }
}

function describeAction(
  { label, action }: StepButton | { readonly label: string; readonly action: ResourceAction },
  { names, titleOf }: PartContext,
): string {
  switch (action.kind) {
    case "link":
      return t("“{label}” opens {address}", { label, address: action.href });
    case "host":
      return t("“{label}” runs {action}", { label, action: action.name });
    case "start":
      return t("“{label}” starts {content}", { label, content: names.content(action.content) ?? action.content });
    case "feed":
      return t("“{label}” opens the notifications", { label });
    case "checklist":
      return t("“{label}” shows {content}", { label, content: names.content(action.content) ?? action.content });
    case "next":
      return t("“{label}” opens the next step", { label });
    case "back":
      return t("“{label}” opens the previous step", { label });
    case "go_to":
      return t("“{label}” opens {step}", { label, step: titleOf(action.step_id) ?? t("a deleted step") });
    case "finish":
      return t("“{label}” completes the tour", { label });
    case "close":
      return t("“{label}” closes the tour", { label });
    case "stay":
      return t("“{label}” keeps the content open", { label });
    case "suppress":
      return t("“{label}” hides the content like “Do not show again”", { label });
    case "snooze":
      return tCount(
        action.hours,
        "“{label}” hides the content for {n} hour",
        "“{label}” hides the content for {n} hours",
        {
          label,
        },
      );
  }
}

function describeAdvance(advance: Advance): string {
  switch (advance.kind) {
    case "click":
      return t("a click on the target");
    case "input":
      return t("text entered in the target");
    case "event":
      return t("event {event}", { event: advance.event });
    case "url":
      return t("a visit to {page}", { page: advance.pattern });
    case "delay":
      return formatSeconds(advance.after_ms);
  }
}

function describeDone(done: DoneWhen, names: RuleNames): string {
  switch (done.kind) {
    case "completed":
      return t("{content} completed", { content: names.content(done.content) ?? done.content });
    case "event":
      return t("event {event}", { event: done.event });
    case "rule":
      return describeRule(done.rule, names);
    case "button":
      return t("button selected");
    case "person":
      return t("checked off by the person");
  }
}
