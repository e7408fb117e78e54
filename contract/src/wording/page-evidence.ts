import type { AttributeType, AttributeValue } from "../people/attribute.ts";
import type { AttributeOwner, ContentState, Device } from "../targeting/rule.ts";
import { type Cause, causeSentences, causesOf } from "./cause.ts";

/** Evidence of gates that pages judge, too, as ICU messages in English. The SDK loads only these. */
export const PAGE_EVIDENCE_TEXTS = {
  app_paused: "The app is paused.",
  app_running: "The app is running.",
  app_unknown: "The app's status is unknown.",
  not_published: "Not published in this app.",
  url_any: "All pages.",
  url_unknown: "The page URL is unknown.",
  url_excluded: "The page URL matches the excluded pattern {pattern}.",
  url_not_excluded: "The page URL matches no excluded pattern.",
  url_not_included: "The page URL matches none of {patterns}.",
  url_included: "The page URL matches {pattern}.",
  no_page_conditions: "The audience has no page conditions.",
  page_out: "The page doesn't match the audience.",
  page_in: "The page matches the audience.",
  page_unknown: "The audience has conditions that only the page can check.",
  started_from_code: "Started from code.",
  starts_automatically: "Starts automatically.",
  starts_from_code: "Starts only from code.",
  link_starts: "Started from its link.",
  starts_from_link: "Starts only from its link or from code.",
  event_awaited: "Waits for the event {event}.",
  event_occurred: "The event {event} occurred.",
  event_missing: "The event {event} hasn't occurred on this page.",
  start_unknown: "Unknown whether the content was started from code.",
  triggered_by_completion: "Triggered by completion of {content}.",
  triggered_by_goal: "Triggered by the goal {goal}.",
  triggered_by_nth: "Triggered by occurrence {n} of the event {event}.",
  triggered_by_every: "Triggered by every {n, plural, one {occurrence} other {# occurrences}} of the event {event}.",
  awaits_completion: "Waits for completion of {content}.",
  awaits_goal: "Waits for the goal {goal}.",
  awaits_nth: "Waits for occurrence {n} of the event {event}.",
  awaits_every: "Waits for every {n, plural, one {occurrence} other {# occurrences}} of the event {event}.",
  trigger_not_shown: "Not shown for this trigger yet.",
  trigger_unknown: "Unknown whether the trigger occurred.",
  trigger_shown: "The trigger hasn't occurred again since the last view.",
  views_unknown: "Previous views are unknown.",
  shown_once: "Already shown once.",
  completed: "Already completed.",
  repeats_after_days: "Can be shown every {days, plural, one {day} other {# days}}.",
  repeats_after_hours: "Requires at least {hours, plural, one {# hour} other {# hours}} between views.",
  repeats_after_both:
    "Can be shown every {days, plural, one {day} other {# days}}, with at least {hours, plural, one {# hour} other {# hours}} between views.",
  last_ended: "Last view ended: {when}.",
  never_ended: "No view has ended yet.",
  repeats_anytime: "Can be shown again anytime.",
  not_shown: "Not shown yet.",
  not_completed: "Not completed: can be shown on each page load.",
  shown_on_page: "Already shown on this page.",
  caps_unknown: "The frequency cap counts are unknown.",
  cap_reached: "A frequency cap was reached.",
  cap_free: "No frequency cap was reached.",
  started_unknown: "Unknown what has started on the page.",
  no_caps: "No frequency cap applies.",
  cap_count: "{name}: {runs} of {runs_max} in {hours, plural, one {# hour} other {# hours}}.",
  suppressions_unknown: "Unknown whether the person hid or snoozed this content.",
  not_snoozed: "Not snoozed.",
  not_hidden: "Not hidden by the person.",
  snoozed: "Snoozed until {until}.",
  snoozed_tag: "Snoozed until {until} (tag {tag}).",
  snoozed_all: "Snoozed until {until} (all content).",
  hidden: "Hidden by the person until {until}.",
  hidden_tag: "Hidden by the person until {until} (tag {tag}).",
  hidden_all: "Hidden by the person until {until} (all content).",
  screen_busy: "Other content is on the screen.",
  waits_for: "Waiting for {name}.",
  waits_turn: "Waiting for a moment of calm after other content.",
  screen_free: "No other content is on the screen.",
  screen_unknown: "Unknown what is on the screen.",
  outranked_by:
    "{name} {why, select, running {is already in progress} age {has the same priority and is older} other {has a higher priority}}.",
  outranked: "Other content has a higher priority.",
  first: "No other content comes first.",
  rank_unknown: "Unknown which other content could be shown.",
  page_paused: "The page paused Fanfare.",
  page_running: "The page hasn't paused Fanfare.",
  pause_unknown: "Unknown whether the page paused Fanfare.",
  no_consent: "The person hasn't consented.",
  consent: "Content doesn't wait for consent.",
  consent_unknown: "The person's consent is unknown.",
  target_missing: "The target isn't on the page.",
  target_found: "The target is on the page.",
  target_unknown: "Only the page can check its targets.",
  target_hidden: "The target is on the page, but it isn't visible.",
  target_visible: "The target is visible.",
  no_target: "This content has no target.",
  no_first_target: "The first step has no target.",
  target_tried: "Target of {step}: {locators}. A locator must match exactly one usable element.",
  target_centered: "The step appears in the center of the page instead.",
  sdk_blocked: "The page couldn't load the SDK.",
  sdk_running: "The SDK is running on the page.",
  sdk_unknown: "Unknown whether the SDK is running on the page.",
  page_outdated: "The page's data is older than the last change.",
  page_current: "The page has the latest data.",
  page_age_unknown: "Unknown whether the page has the latest data.",
  locator: "{kind}: {matches} found, {visible} usable",
} as const;

export interface EvidenceValues {
  /** Wall times `YYYY-MM-DDTHH:MM`. */
  readonly from: string;
  readonly to: string;
  readonly zone: "utc" | "person";
  /** Instants. */
  readonly until: string;
  readonly when: string;
  readonly people: "identified" | "anonymous";
  readonly conditions: readonly Cause[];
  readonly pattern: string;
  readonly patterns: readonly string[];
  readonly event: string;
  readonly content: string;
  readonly goal: string;
  readonly n: number;
  readonly days: number;
  readonly hours: number;
  readonly name: string;
  readonly tasks: number;
  readonly runs: number;
  readonly runs_max: number;
  /** Of a survey's quota. */
  readonly responses: number;
  readonly responses_max: number;
  readonly per: "day" | "week" | "month" | "total";
  readonly tag: string;
  readonly percent: number;
  readonly bucket: number;
  readonly buckets: number;
  readonly edge: number;
  readonly variant: string;
  readonly draws: readonly string[];
  readonly step: string;
  readonly locators: readonly Cause[];
  readonly kind: string;
  readonly matches: number;
  readonly visible: number;
  readonly group: string;
  readonly segment: string;
  readonly expected: Cause;
  /** Descriptions of events. */
  readonly first: Cause;
  readonly next: Cause;
  readonly min: number;
  readonly max: number;
  readonly op: "at_least" | "at_most" | "exactly";
  readonly times: number;
  readonly state: ContentState;
  readonly selector: string;
  readonly device: Device;
  readonly devices: readonly Cause[];
  readonly locale: string;
  readonly locales: readonly string[];
  readonly of: AttributeOwner;
  readonly actual: readonly AttributeValue[];
  readonly type: AttributeType | "nothing";
  readonly expected_type: AttributeType;
  readonly value: string | number | boolean;
  readonly options: readonly string[];
  readonly why: "running" | "priority" | "age";
}

export const pageEvidence = causesOf<EvidenceValues>()(PAGE_EVIDENCE_TEXTS);

export const pageEvidenceText = (causes: readonly Cause[]): string => causeSentences(PAGE_EVIDENCE_TEXTS, causes);
