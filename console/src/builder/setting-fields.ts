import { isInFeed } from "@fanfare/contract/announcement";
import type { SuppressionReach } from "@fanfare/contract/choices";
import type { Body, Edition, Trigger } from "@fanfare/contract/content";
import type { Experiment } from "@fanfare/contract/experiment";
import { BUILT_IN } from "@fanfare/contract/theme";
import { list, percent } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";
import { ruleWords } from "../rules/words.ts";
import { formatBlocks } from "./block-text.ts";
import type { EditionNames } from "./compare.ts";
import { type Fields, fields, type Said, yes } from "./fields.ts";
import { partsOf } from "./parts.ts";
import { targetWords } from "./target-words.ts";
import { FORM_VALUES, PLACEMENT_VALUES, PRESET_VALUES, quoted, secondsWords, TONE_VALUES } from "./value-words.ts";
import { LETTERS, variantTitle } from "./variants.ts";

/** What is said of a content as a whole. */
export function settingFields(edition: Edition, names: EditionNames): Fields {
  const { body, targeting, frequency, schedule, rollout, experiment } = edition;
  const { suppression } = body;
  const { reach } = suppression;
  return fields(
    ...bodySaid(body),
    [t("Language"), edition.locale],
    [t("Translated into"), edition.translations && list(Object.keys(edition.translations))],
    [t("Starts"), triggerWords(edition.trigger, names)],
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
    [t("From"), schedule?.starts_at && wallTimeWords(schedule.starts_at, schedule.zone)],
    [t("Until"), schedule?.ends_at && wallTimeWords(schedule.ends_at, schedule.zone)],
    [
      t("“Do not show again”"),
      suppression.offered
        ? tCount(suppression.days, "offered, for {n} day", "offered, for {n} days")
        : t("not offered"),
    ],
    [t("Stays at Escape"), "escape" in body && body.escape !== undefined ? yes(true) : undefined],
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
    [t("Theme"), edition.theme && themeWords(edition.theme, names)],
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

/** `2026-12-01 09:00 UTC`. */
export function wallTimeWords(wall_time: string, zone: "utc" | "person"): string {
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

function triggerWords(trigger: Trigger, names: EditionNames): string {
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
      return t("after {content} was completed", { content: names.content(trigger.content) ?? trigger.content });
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

function themeWords(theme: string, names: EditionNames): string {
  return theme === BUILT_IN ? t("Built-in") : (names.theme(theme) ?? theme);
}

/** What a body says beside its parts. */
export const bodyFields = (body: Body): Fields => fields(...bodySaid(body));

function bodySaid(body: Body): readonly Said[] {
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
        [t("In the feed"), yes(isInFeed(body))],
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
