import type { DoneWhen } from "@fanfare/contract/checklist";
import type { Body, Edition, Trigger } from "@fanfare/contract/content";
import type { Experiment } from "@fanfare/contract/experiment";
import type { ActionButton } from "@fanfare/contract/panel";
import type { Target } from "@fanfare/contract/target";
import { BUILT_IN } from "@fanfare/contract/theme";
import type { Advance, StepAction } from "@fanfare/contract/tour";
import { type RuleNames, ruleWords } from "../rules/words.ts";
import { formatBlocks } from "./block-text.ts";
import { type Part, partsOf } from "./parts.ts";
import { strategySummary } from "./steps.ts";
import { variantTitle } from "./variants.ts";

/** What something says, field by field: the words of the screen, never JSON. What is not said is not there. */
export type Fields = ReadonlyMap<string, string>;

type Said = readonly [label: string, words: string | undefined];

const fields = (...said: readonly Said[]): Fields =>
  new Map(said.flatMap(([label, words]) => (words === undefined || words === "" ? [] : [[label, words] as const])));

const yes = (on: boolean): string => (on ? "yes" : "no");

/** The fields of one part: a step, a panel, a task, a question. */
export function partFields(part: Part): Fields {
  const shared: readonly Said[] = [
    ["Title", part.title],
    ["Text", "blocks" in part ? formatBlocks(part.blocks) : undefined],
  ];
  if ("done_when" in part) {
    return fields(...shared, ["Button", buttonWords(part.button)], ["Done when", doneWords(part.done_when)]);
  }
  if (!("kind" in part)) return fields(...shared, ["Button", buttonWords(part.button)]);
  if ("required" in part) return fields(...shared, ["Needed", yes(part.required)], ...answerFields(part));
  return fields(
    ...shared,
    ["Words on the button", part.next_label],
    ["Buttons", part.buttons?.map(({ label, action }) => `“${label}” ${actionWords(action)}`).join(", ")],
    ["Goes on by", part.advance?.map(advanceWords).join(", ")],
    ["Passed over", part.skip_if && ruleWords(part.skip_if)],
    ["First does", part.prepare],
    ...placeFields(part),
  );
}

type Step = Extract<Part, { kind: "centered" | "corner" | "banner" | "anchored" }>;

function placeFields(step: Step): readonly Said[] {
  switch (step.kind) {
    case "centered":
      return [["Place", "in the middle of the page"]];
    case "corner":
      return [["Place", `in the corner: ${step.corner.replace("_", " ")}`]];
    case "banner":
      return [["Place", `a bar at the ${step.edge}`]];
    case "anchored":
      return [
        ["Place", "at an element"],
        ["Target", targetWords(step.target)],
        ["Side", step.placement],
        ["Waits for it", `${step.wait_ms / 1_000} seconds`],
        [
          "When it is missing",
          { skip: "the next step", center: "in the middle", end: "the tour ends" }[step.on_missing],
        ],
        ["The element can be used", yes(step.interaction === "allow")],
        ["Also lit up", step.highlights?.map(targetWords).join(", ")],
        ["Scrolls to it", yes(step.scroll !== "none")],
      ];
  }
}

type Question = Extract<Part, { kind: "nps" | "rating" | "choice" | "text" }>;

function answerFields(question: Question): readonly Said[] {
  switch (question.kind) {
    case "nps":
      return [["Answer", "0 to 10"], ...endFields(question)];
    case "rating":
      return [["Answer", `1 to ${question.scale}, as ${question.look}`], ...endFields(question)];
    case "choice":
      return [
        ["Answer", question.several ? "several of" : "one of"],
        ["Answers", question.options.map(({ label }) => `“${label}”`).join(", ")],
      ];
    case "text":
      return [
        ["Answer", question.long ? "several lines of text" : "a line of text"],
        ["Words in the empty field", question.placeholder],
      ];
  }
}

const endFields = (ends: { readonly low_label: string; readonly high_label: string }): readonly Said[] => [
  ["Low end", ends.low_label],
  ["High end", ends.high_label],
];

function buttonWords(button: ActionButton | undefined): string | undefined {
  return button && `“${button.label}” ${actionWords(button.action)}`;
}

function actionWords(action: StepAction): string {
  switch (action.kind) {
    case "link":
      return `leads to ${action.href}`;
    case "host":
      return `does ${action.name}`;
    case "start":
      return `starts ${action.content}`;
    case "next":
      return "goes on";
    case "back":
      return "goes back";
    case "go_to":
      return "goes to another step";
    case "finish":
      return "completes the tour";
    case "close":
      return "closes the tour";
  }
}

function advanceWords(advance: Advance): string {
  switch (advance.kind) {
    case "click":
      return "a click on the element";
    case "input":
      return "writing in the element";
    case "event":
      return `the event ${advance.event}`;
    case "url":
      return `coming to ${advance.pattern}`;
    case "delay":
      return `${advance.after_ms / 1_000} seconds`;
  }
}

function doneWords(done: DoneWhen): string {
  switch (done.kind) {
    case "completed":
      return `${done.content} was completed`;
    case "event":
      return `the event ${done.event} came`;
    case "button":
      return "its button was pressed";
    case "person":
      return "they ticked it off";
  }
}

function targetWords({ strategies, scope }: Target): string {
  const ways = strategies.map(strategySummary).join(", or ");
  return scope === undefined ? ways : `${ways} in ${strategySummary(scope)}`;
}

/** What is said of a content as a whole. */
export function settingFields(edition: Edition, names: RuleNames): Fields {
  const { body, targeting, frequency, schedule, rollout, experiment } = edition;
  const { suppression } = body;
  const { reach } = suppression;
  return fields(
    ...bodyFields(body),
    ["Language", edition.locale],
    ["Translated into", edition.translations && Object.keys(edition.translations).join(", ")],
    ["Starts", triggerWords(edition.trigger)],
    ["Waits before it starts", edition.delay_ms === undefined ? undefined : `${edition.delay_ms / 1_000} seconds`],
    ["Audience", targeting.audience && ruleWords(targeting.audience, names)],
    ["People", targeting.people && { identified: "known by name", anonymous: "anonymous" }[targeting.people]],
    ["Only on pages", targeting.urls.include.join(", ")],
    ["Never on pages", targeting.urls.exclude.join(", ")],
    ["Let in", rollout?.percent === undefined ? undefined : `${rollout.percent} %`],
    ["Held out", rollout?.holdout_percent === undefined ? undefined : `${rollout.holdout_percent} %`],
    ["Variants", experiment && variantWords(experiment)],
    ["How often", frequency.mode === "every" ? `every ${frequency.every_days} days` : MODES[frequency.mode]],
    ["At least between", frequency.cooldown_hours === undefined ? undefined : `${frequency.cooldown_hours} hours`],
    ["From", schedule?.starts_at && `${schedule.starts_at.replace("T", " ")}${zoneWords(schedule.zone)}`],
    ["Until", schedule?.ends_at && `${schedule.ends_at.replace("T", " ")}${zoneWords(schedule.zone)}`],
    ["“Do not show again”", suppression.offered ? `offered, for ${suppression.days} days` : "not offered"],
    ["It hides", reach && (reach.scope === "tag" ? `all of the tag ${reach.tag}` : reach.scope)],
    [
      "“Remind me later”",
      suppression.snooze_hours === undefined ? undefined : `after ${suppression.snooze_hours} hours`,
    ],
    ["Celebration at the end", body.celebrate_on_completed],
    ["Priority", String(edition.priority)],
    ["Tags", edition.tags.join(", ")],
    ["Theme", edition.theme === BUILT_IN ? "Built-in" : edition.theme],
  );
}

/** Shares and titles: what is compared with what. */
function variantWords({ weight, variants }: Experiment): string {
  const said = (body: Body): string =>
    partsOf(body)
      .map(({ title }) => `“${title}”`)
      .join(", ");
  return [
    `A ${weight} %`,
    ...variants.map((each) => `${variantTitle(each)} ${each.weight} %: ${said(each.body)}`),
  ].join("\n");
}

const MODES = { once: "once", until_completed: "until it is completed", always: "every time" } as const;
const zoneWords = (zone: "utc" | "person"): string => (zone === "utc" ? " UTC" : " on each person’s clock");

function triggerWords(trigger: Trigger): string {
  switch (trigger.kind) {
    case "automatic":
      return "by itself";
    case "manual":
      return "from code only";
    case "link":
      return "from a link";
    case "event":
      return trigger.count === undefined
        ? `after the event ${trigger.event}`
        : `after ${trigger.count.on === "nth" ? "number" : "every"} ${trigger.count.n} of the event ${trigger.event}`;
    case "completed":
      return `after ${trigger.content} was completed`;
    case "goal":
      return `at the goal ${trigger.goal}`;
  }
}

function bodyFields(body: Body): readonly Said[] {
  switch (body.type) {
    case "tour":
      return [];
    case "hint":
      return [
        ["Form", body.form],
        ["Target", targetWords(body.target)],
        ["Side", body.placement],
        ["Waits for it", `${body.wait_ms / 1_000} seconds`],
      ];
    case "announcement":
      return [
        ["Form", body.form],
        ["Tone", body.tone],
        ["In the feed", yes(body.feed)],
      ];
    case "checklist":
      return [
        ["Title", body.title],
        ["Text", formatBlocks(body.blocks)],
        ["Begins", body.opens === "open" ? "open" : "as a button"],
      ];
    case "survey":
      return [
        ["Title", body.title],
        ["Text", formatBlocks(body.blocks)],
        ["Place", body.form === "corner" ? "in the corner" : "over the page"],
        ["Thanks", body.thanks && [body.thanks.title, formatBlocks(body.thanks.blocks)].filter(Boolean).join("\n")],
      ];
    case "celebration":
      return [
        ["Preset", body.preset],
        ["Message", body.message],
        ["Colours", body.colors?.join(", ")],
        ["How much", body.intensity === undefined ? undefined : `${body.intensity} times`],
      ];
  }
}
