import { type AnnouncementBody, type BannerPosition, isInFeed } from "@fanfare/contract/content/announcement";
import type { Body } from "@fanfare/contract/content/body";
import type { GroupProgress } from "@fanfare/contract/content/checklist";
import type { Edition, Trigger } from "@fanfare/contract/content/content";
import type { SuppressionReach } from "@fanfare/contract/content/dismissal";
import type { Experiment } from "@fanfare/contract/content/experiment";
import { partsIn } from "@fanfare/contract/content/parts";
import type { Launcher } from "@fanfare/contract/content/resource-center";
import type { Ending, SurveyBody } from "@fanfare/contract/content/survey";
import { formatBlocks } from "@fanfare/contract/text/block-text";
import { BUILT_IN } from "@fanfare/contract/theme/theme";
import { list, percent } from "../../lib/i18n/format.ts";
import { localeOption } from "../../lib/i18n/locale-options.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { LETTERS, variantTitle } from "../draft/variants.ts";
import { describeFilter, describeRule } from "../rules/rule-labels.ts";
import { type EditionNames, type FieldEntry, type Fields, fields, yesOrNo } from "./fields.ts";
import { describeCondition } from "./part-fields.ts";
import { describeTarget } from "./target-labels.ts";
import {
  BANNER_PLACE_LABELS,
  FORM_VALUES,
  formatSeconds,
  PLACEMENT_VALUES,
  PRESET_VALUES,
  quoted,
  TONE_VALUES,
} from "./value-labels.ts";

export function settingFields(edition: Edition, names: EditionNames): Fields {
  const { body, targeting, frequency, schedule, rollout, experiment } = edition;
  const { suppression } = body;
  const { reach } = suppression;
  return fields(
    ...bodyEntries(body),
    [t("Source language"), edition.locale && localeOption(edition.locale).label],
    [
      t("Translations"),
      edition.translations && list(Object.keys(edition.translations).map((tag) => localeOption(tag).label)),
    ],
    [t("Trigger"), describeTrigger(edition.trigger, names)],
    [t("Delay"), edition.delay_ms === undefined ? undefined : formatSeconds(edition.delay_ms)],
    [t("Audience"), targeting.audience && describeRule(targeting.audience, names)],
    [t("People"), targeting.people && { identified: t("identified"), anonymous: t("anonymous") }[targeting.people]],
    [t("Included pages"), list(targeting.urls.include)],
    [t("Excluded pages"), list(targeting.urls.exclude)],
    [t("Rollout"), rollout?.percent === undefined ? undefined : percent(rollout.percent / 100)],
    [t("Holdout"), rollout?.holdout_percent === undefined ? undefined : percent(rollout.holdout_percent / 100)],
    [t("Variants"), experiment && describeVariant(experiment)],
    [
      t("Frequency"),
      frequency.mode === "every"
        ? tCount(frequency.every_days ?? 0, "every day", "every {n} days")
        : MODES[frequency.mode],
    ],
    [
      t("Minimum time between views"),
      frequency.cooldown_hours === undefined ? undefined : tCount(frequency.cooldown_hours, "{n} hour", "{n} hours"),
    ],
    [t("Maximum number of views"), frequency.limit && describeLimit(frequency.limit)],
    [t("Response quota"), edition.quota && describeQuota(edition.quota)],
    [t("Starts at"), schedule?.starts_at && formatWallTime(schedule.starts_at, schedule.zone)],
    [t("Ends at"), schedule?.ends_at && formatWallTime(schedule.ends_at, schedule.zone)],
    [
      t("“Do not show again”"),
      suppression.offered ? tCount(suppression.days, "offered for {n} day", "offered for {n} days") : t("not offered"),
    ],
    [t("Offer on every step"), suppression.every_step && yesOrNo(true)],
    [t("Escape ignored"), "escape" in body && body.escape !== undefined ? yesOrNo(true) : undefined],
    [t("Hides"), reach && describeReach(reach)],
    [
      t("“Remind me later”"),
      suppression.snooze_hours === undefined
        ? undefined
        : tCount(suppression.snooze_hours, "after {n} hour", "after {n} hours"),
    ],
    [t("Celebration on completion"), body.celebrate_on_completed && PRESET_VALUES[body.celebrate_on_completed]],
    [t("Priority"), String(edition.priority)],
    [t("Tags"), list(edition.tags)],
    [t("Theme"), edition.theme && describeTheme(edition.theme, names)],
  );
}

function describeLimit({ times, days }: NonNullable<Edition["frequency"]["limit"]>): string {
  const views = tCount(times, "{n} view", "{n} views");
  return tCount(days, "{views} in {n} day", "{views} in {n} days", { views });
}

function describeQuota({ responses, per }: NonNullable<Edition["quota"]>): string {
  const all = tCount(responses, "{n} response", "{n} responses");
  switch (per) {
    case undefined:
      return all;
    case "day":
      return t("{responses} per day", { responses: all });
    case "week":
      return t("{responses} per week", { responses: all });
    case "month":
      return t("{responses} per month", { responses: all });
  }
}

function describeVariant({ weight, variants }: Experiment): string {
  const titlesIn = (body: Body): string => list(partsIn(body).map(({ title }) => quoted(title)));
  return [
    t("{variant} {share}", { variant: LETTERS.a, share: percent(weight / 100) }),
    ...variants.map((each) =>
      t("{variant} {share}: {titles}", {
        variant: variantTitle(each),
        share: percent(each.weight / 100),
        titles: titlesIn(each.body),
      }),
    ),
  ].join("\n");
}

const MODES = { once: t("once"), until_completed: t("until completed"), always: t("every time") } as const;

/** `2026-12-01 09:00 UTC`. */
export function formatWallTime(wall_time: string, zone: "utc" | "person"): string {
  const time = wall_time.replace("T", " ");
  return zone === "utc" ? t("{time} UTC", { time }) : t("{time} in each person’s time zone", { time });
}

function describeReach(reach: SuppressionReach): string {
  switch (reach.scope) {
    case "content":
      return t("this content##reach");
    case "tag":
      return t("all content with tag {tag}", { tag: reach.tag });
    case "all":
      return t("all content##reach");
  }
}

function describeTrigger(trigger: Trigger, names: EditionNames): string {
  switch (trigger.kind) {
    case "automatic":
      return t("automatic");
    case "manual":
      return t("code only");
    case "link":
      return t("link");
    case "event":
      return describeEventTrigger(trigger);
    case "completed":
      return t("after {content} is completed", { content: names.content(trigger.content) ?? trigger.content });
    case "goal":
      return t("on goal {goal}", { goal: trigger.goal });
  }
}

function describeEventTrigger({ event: name, props, count }: Extract<Trigger, { kind: "event" }>): string {
  const event = describeFilter({ name, props });
  if (count === undefined) return t("on event {event}", { event });
  const { on, n } = count;
  return on === "nth"
    ? t("on event {event}, occurrence {n}", { n, event })
    : t("on event {event}, every {n} occurrences", { n, event });
}

function describeTheme(theme: string, names: EditionNames): string {
  return theme === BUILT_IN ? t("Built-in") : (names.theme(theme) ?? theme);
}

function describeLauncher(launcher: Launcher): string {
  if (launcher.kind === "element") return describeTarget(launcher.target);
  if (launcher.kind === "inline") return t("in the page, at {target}", { target: describeTarget(launcher.target) });
  return launcher.side === "start" ? t("bottom corner, start") : t("bottom corner, end");
}

/** Fields of a body except its parts. */
export const bodyFields = (body: Body): Fields => fields(...bodyEntries(body));

function describeEnding({ questions }: SurveyBody, { question_id, when, title, blocks }: Ending): string {
  const question = questions.find(({ id }) => id === question_id);
  const condition = describeCondition(question, when);
  const text = [title, formatBlocks(blocks)].filter(Boolean).join("\n");
  return t("{question} – {condition}: {text}", {
    question: question?.title ?? t("a deleted question"),
    condition,
    text,
  });
}

function sharedWith({ only }: GroupProgress): string {
  return only === undefined ? t("With each group") : t("With groups whose {attribute} is {value}", { ...only });
}

function bannerEntries({ position, countdown }: AnnouncementBody): readonly FieldEntry[] {
  return [
    [t("Position"), position && BANNER_PLACE_LABELS[position.place]],
    ...targetEntries(position),
    ...(position !== undefined && "sticky" in position ? ([[t("Sticky"), t("Turned on")]] as const) : []),
    [t("Counts down to"), countdown && formatWallTime(countdown.ends_at, countdown.zone)],
    [t("Text after the end"), countdown?.ended_text],
  ];
}

function targetEntries(position: BannerPosition | undefined): readonly FieldEntry[] {
  if (position === undefined || !("target" in position)) return [];
  return [
    [t("Target"), describeTarget(position.target)],
    [t("Waits for target"), formatSeconds(position.wait_ms)],
  ];
}

function surveyPlace({ form, position }: SurveyBody): string {
  if (position !== undefined) return BANNER_PLACE_LABELS[position.place];
  return form === "corner" ? t("corner") : t("modal");
}

function bodyEntries(body: Body): readonly FieldEntry[] {
  switch (body.type) {
    case "tour":
      return [];
    case "hint":
      return [
        [t("Format"), FORM_VALUES[body.form]],
        [t("Target"), describeTarget(body.target)],
        [t("Side"), PLACEMENT_VALUES[body.placement]],
        [t("Waits for target"), formatSeconds(body.wait_ms)],
      ];
    case "announcement":
      return [
        [t("Format"), FORM_VALUES[body.form]],
        [t("Tone"), TONE_VALUES[body.tone]],
        [t("Shown in feed"), yesOrNo(isInFeed(body))],
        ...bannerEntries(body),
      ];
    case "checklist":
      return [
        [t("Title"), body.title],
        [t("Text"), formatBlocks(body.blocks)],
        [t("Initial state"), body.opens === "open" ? t("open") : t("minimized")],
        [t("Tasks in order"), body.sequential && t("Turned on")],
        [t("Tasks can be skipped"), body.skippable && t("Turned on")],
        [t("Share progress within the group"), body.group_progress && sharedWith(body.group_progress)],
      ];
    case "survey":
      return [
        [t("Title"), body.title],
        [t("Text"), formatBlocks(body.blocks)],
        [t("Position"), surveyPlace(body)],
        ...targetEntries(body.position),
        [t("Share by link"), body.share_by_link && t("Turned on")],
        [t("Anonymous responses"), body.anonymous && t("Turned on")],
        [
          t("Thank-you message"),
          body.thanks && [body.thanks.title, formatBlocks(body.thanks.blocks)].filter(Boolean).join("\n"),
        ],
        [t("Messages by answer"), body.endings?.map((ending) => describeEnding(body, ending)).join("\n")],
      ];
    case "resource_center":
      return [
        [t("Title"), body.title],
        [t("Text"), formatBlocks(body.blocks)],
        [t("Launcher"), describeLauncher(body.launcher)],
        [t("Search URL"), body.search_url],
        [t("Articles"), body.articles?.url],
      ];
    case "celebration":
      return [
        [t("Effect"), PRESET_VALUES[body.preset]],
        [t("Message"), body.message],
        [t("Colors"), body.colors && list(body.colors)],
        [t("Intensity"), body.intensity === undefined ? undefined : tCount(body.intensity, "{n} time", "{n} times")],
      ];
  }
}
