import type { DoneWhen } from "@fanfare/contract/checklist";
import type { SuppressionReach } from "@fanfare/contract/choices";
import type { Body, Edition, Trigger } from "@fanfare/contract/content";
import type { Experiment } from "@fanfare/contract/experiment";
import type { Target } from "@fanfare/contract/target";
import { BUILT_IN } from "@fanfare/contract/theme";
import type { Advance, StepAction, StepButton } from "@fanfare/contract/tour";
import { list, percent } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { type RuleNames, ruleWords } from "../rules/words.ts";
import { formatBlocks } from "./block-text.ts";
import { type Part, partsOf } from "./parts.ts";
import { strategySummary } from "./steps.ts";
import {
  CORNER_VALUES,
  EDGE_VALUES,
  FORM_VALUES,
  PLACEMENT_VALUES,
  PRESET_VALUES,
  quoted,
  RATING_WORDS,
  secondsWords,
  TONE_VALUES,
} from "./value-words.ts";
import { LETTERS, variantTitle } from "./variants.ts";

/** What something says, field by field: the words of the screen, never JSON. What is not said is not there. */
export type Fields = ReadonlyMap<string, string>;

type Said = readonly [label: string, words: string | undefined];

const fields = (...said: readonly Said[]): Fields =>
  new Map(said.flatMap(([label, words]) => (words === undefined || words === "" ? [] : [[label, words] as const])));

const yes = (on: boolean): string => (on ? t("yes") : t("no"));

/** The fields of one part: a step, a panel, a task, a question. */
export function partFields(part: Part): Fields {
  const shared: readonly Said[] = [
    [t("Title"), part.title],
    [t("Text"), "blocks" in part ? formatBlocks(part.blocks) : undefined],
  ];
  if ("done_when" in part) {
    return fields(
      ...shared,
      [t("Button"), part.button && buttonWords(part.button)],
      [t("Done when"), doneWords(part.done_when)],
    );
  }
  if (!("kind" in part)) return fields(...shared, [t("Button"), part.button && buttonWords(part.button)]);
  if ("required" in part) return fields(...shared, [t("Needed"), yes(part.required)], ...answerFields(part));
  return fields(
    ...shared,
    [t("Words on the button"), part.next_label],
    [t("Buttons"), part.buttons && list(part.buttons.map(buttonWords))],
    [t("Goes on by"), part.advance && list(part.advance.map(advanceWords))],
    [t("Passed over"), part.skip_if && ruleWords(part.skip_if)],
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

function buttonWords({ label, action }: StepButton): string {
  return t("“{label}” {deed}", { label, deed: actionWords(action) });
}

function actionWords(action: StepAction): string {
  switch (action.kind) {
    case "link":
      return t("leads to {address}", { address: action.href });
    case "host":
      return t("does {action}", { action: action.name });
    case "start":
      return t("starts {content}", { content: action.content });
    case "next":
      return t("goes on");
    case "back":
      return t("goes back");
    case "go_to":
      return t("goes to another step");
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

function doneWords(done: DoneWhen): string {
  switch (done.kind) {
    case "completed":
      return t("{content} was completed", { content: done.content });
    case "event":
      return t("the event {event} came", { event: done.event });
    case "button":
      return t("its button was pressed");
    case "person":
      return t("they ticked it off");
  }
}

function targetWords({ strategies, scope }: Target): string {
  const ways = strategies.map(strategySummary).join(t(", or "));
  return scope === undefined ? ways : t("{target} in {scope}", { target: ways, scope: strategySummary(scope) });
}

/** What is said of a content as a whole. */
export function settingFields(edition: Edition, names: RuleNames): Fields {
  const { body, targeting, frequency, schedule, rollout, experiment } = edition;
  const { suppression } = body;
  const { reach } = suppression;
  return fields(
    ...bodyFields(body),
    [t("Language"), edition.locale],
    [t("Translated into"), edition.translations && list(Object.keys(edition.translations))],
    [t("Starts"), triggerWords(edition.trigger)],
    [t("Waits before it starts"), edition.delay_ms === undefined ? undefined : secondsWords(edition.delay_ms)],
    [t("Audience"), targeting.audience && ruleWords(targeting.audience, names)],
    [t("People"), targeting.people && { identified: t("known by name"), anonymous: t("anonymous") }[targeting.people]],
    [t("Only on pages"), list(targeting.urls.include)],
    [t("Never on pages"), list(targeting.urls.exclude)],
    [t("Let in"), rollout?.percent === undefined ? undefined : percent(rollout.percent / 100)],
    [t("Held out"), rollout?.holdout_percent === undefined ? undefined : percent(rollout.holdout_percent / 100)],
    [t("Variants"), experiment && variantWords(experiment)],
    [
      t("How often"),
      frequency.mode === "every"
        ? tCount(frequency.every_days ?? 0, "every day", "every {n} days")
        : MODES[frequency.mode],
    ],
    [
      t("At least between"),
      frequency.cooldown_hours === undefined ? undefined : tCount(frequency.cooldown_hours, "{n} hour", "{n} hours"),
    ],
    [t("From"), schedule?.starts_at && onClock(schedule.starts_at, schedule.zone)],
    [t("Until"), schedule?.ends_at && onClock(schedule.ends_at, schedule.zone)],
    [
      t("“Do not show again”"),
      suppression.offered
        ? tCount(suppression.days, "offered, for {n} day", "offered, for {n} days")
        : t("not offered"),
    ],
    [t("It hides"), reach && reachWords(reach)],
    [
      t("“Remind me later”"),
      suppression.snooze_hours === undefined
        ? undefined
        : tCount(suppression.snooze_hours, "after {n} hour", "after {n} hours"),
    ],
    [t("Celebration at the end"), body.celebrate_on_completed && PRESET_VALUES[body.celebrate_on_completed]],
    [t("Priority"), String(edition.priority)],
    [t("Tags"), list(edition.tags)],
    [t("Theme"), edition.theme === BUILT_IN ? t("Built-in") : edition.theme],
  );
}

/** Shares and titles: what is compared with what. */
function variantWords({ weight, variants }: Experiment): string {
  const said = (body: Body): string => list(partsOf(body).map(({ title }) => quoted(title)));
  return [
    t("{variant} {share}", { variant: LETTERS.a, share: percent(weight / 100) }),
    ...variants.map((each) =>
      t("{variant} {share}: {titles}", {
        variant: variantTitle(each),
        share: percent(each.weight / 100),
        titles: said(each.body),
      }),
    ),
  ].join("\n");
}

const MODES = { once: t("once"), until_completed: t("until it is completed"), always: t("every time") } as const;

function onClock(wall_time: string, zone: "utc" | "person"): string {
  const time = wall_time.replace("T", " ");
  return zone === "utc" ? t("{time} UTC", { time }) : t("{time} on each person’s clock", { time });
}

function reachWords(reach: SuppressionReach): string {
  switch (reach.scope) {
    case "content":
      return t("content##reach");
    case "tag":
      return t("all of the tag {tag}", { tag: reach.tag });
    case "all":
      return t("all##reach");
  }
}

function triggerWords(trigger: Trigger): string {
  switch (trigger.kind) {
    case "automatic":
      return t("by itself");
    case "manual":
      return t("from code only");
    case "link":
      return t("from a link");
    case "event":
      return eventWords(trigger);
    case "completed":
      return t("after {content} was completed", { content: trigger.content });
    case "goal":
      return t("at the goal {goal}", { goal: trigger.goal });
  }
}

function eventWords({ event, count }: Extract<Trigger, { kind: "event" }>): string {
  if (count === undefined) return t("after the event {event}", { event });
  const { on, n } = count;
  return on === "nth"
    ? t("after number {n} of the event {event}", { n, event })
    : t("after every {n} of the event {event}", { n, event });
}

function bodyFields(body: Body): readonly Said[] {
  switch (body.type) {
    case "tour":
      return [];
    case "hint":
      return [
        [t("Form"), FORM_VALUES[body.form]],
        [t("Target"), targetWords(body.target)],
        [t("Side"), PLACEMENT_VALUES[body.placement]],
        [t("Waits for it"), secondsWords(body.wait_ms)],
      ];
    case "announcement":
      return [
        [t("Form"), FORM_VALUES[body.form]],
        [t("Tone"), TONE_VALUES[body.tone]],
        [t("In the feed"), yes(body.feed)],
      ];
    case "checklist":
      return [
        [t("Title"), body.title],
        [t("Text"), formatBlocks(body.blocks)],
        [t("Begins"), body.opens === "open" ? t("open") : t("as a button")],
      ];
    case "survey":
      return [
        [t("Title"), body.title],
        [t("Text"), formatBlocks(body.blocks)],
        [t("Place"), body.form === "corner" ? t("in the corner") : t("over the page")],
        [t("Thanks"), body.thanks && [body.thanks.title, formatBlocks(body.thanks.blocks)].filter(Boolean).join("\n")],
      ];
    case "celebration":
      return [
        [t("Preset"), PRESET_VALUES[body.preset]],
        [t("Message"), body.message],
        [t("Colours"), body.colors && list(body.colors)],
        [t("How much"), body.intensity === undefined ? undefined : tCount(body.intensity, "{n} time", "{n} times")],
      ];
  }
}
