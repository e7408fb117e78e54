import { type Cause, causeSentences, causesOf } from "./cause.ts";
import { type EvidenceValues, PAGE_EVIDENCE_TEXTS } from "./page-evidence.ts";

/**
 * Evidence of gates, as ICU messages in English. The first part has sentences. The second has conditions and
 * expectations, used in `conditions`, `expected`, and `devices` of others.
 */
export const EVIDENCE_TEXTS = {
  ...PAGE_EVIDENCE_TEXTS,
  publication_paused: "Published in this app, but paused.",
  published: "Published in this app.",
  publication_unknown: "The publication status is unknown.",
  no_schedule: "No schedule.",
  scheduled: "Scheduled in {zone, select, utc {UTC} other {the person's time zone}}.",
  scheduled_from: "Scheduled from {from} {zone, select, utc {UTC} other {in the person's time zone}}.",
  scheduled_until: "Scheduled until {to} {zone, select, utc {UTC} other {in the person's time zone}}.",
  scheduled_between: "Scheduled from {from} until {to} {zone, select, utc {UTC} other {in the person's time zone}}.",
  not_active_now: "Not active now.",
  time_zone_unknown: "The person's time zone is unknown.",
  identity_any: "For everyone, identified or anonymous.",
  identity_other:
    "Only for {people, select, identified {identified people, and this visitor is anonymous} other {anonymous visitors, and this person is identified}}.",
  identity_matches:
    "For {people, select, identified {identified people, and this person is identified} other {anonymous visitors, and this visitor is anonymous}}.",
  identity_unknown: "Unknown whether the person is identified.",
  audience_everyone: "For everyone.",
  audience_out: "Not in the audience: {conditions}.",
  audience_in: "In the audience: {conditions}.",
  audience_unknown: "Unknown whether the person is in the audience: {conditions}.",
  rollout_everyone: "Rolled out to everyone.",
  rollout_out: "Not in the {percent}% rollout.",
  rollout_in: "In the {percent}% rollout.",
  person_unknown: "The person is unknown.",
  bucket: "Bucket {bucket} of {buckets}; included below {edge}.",
  no_holdout: "No holdout.",
  holdout_in: "In the {percent}% holdout.",
  holdout_out: "Not in the {percent}% holdout.",
  assigned: "Assigned on the first view.",
  variant_assigned: "Sees variant {variant}, assigned on the first view.",
  variant_drawn: "Sees variant {variant}, based on draws of {draws} out of {buckets}.",
  included: "This person is included now.",
  not_included: "This person isn't included now. Members can see why in the console.",
  inclusion_unknown: "Unknown whether this person is included. Members can see why in the console.",

  in_group: "belongs to {group}",
  not_in_group: "doesn't belong to {group}",
  groups_unknown: "the groups are unknown",
  in_segment: "is in the segment {segment}",
  not_in_segment: "isn't in the segment {segment}",
  on_list: "has been on the list {segment} since {when}",
  not_on_list: "isn't on the list {segment}",
  segment_unknown: "unknown whether the person is in the segment {segment}",
  events_unknown: "the number of {event} events is unknown",
  events_counted: "{event} occurred {n, plural, one {once} other {# times}}, expected {expected}",
  events_counted_within:
    "{event} occurred {n, plural, one {once} other {# times}} in the last {days, plural, one {day} other {# days}}, expected {expected}",
  expected_times: "{op, select, at_least {at least} at_most {at most} other {exactly}} {times}",
  content_state:
    "{content} is {state, select, seen {seen} completed {completed} dismissed {dismissed} other {in progress}}",
  content_not_state:
    "{content} isn't {state, select, seen {seen} completed {completed} dismissed {dismissed} other {in progress}}",
  content_state_unknown:
    "unknown whether {content} is {state, select, seen {seen} completed {completed} dismissed {dismissed} other {in progress}}",
  url_matches: "the page URL matches {pattern}",
  url_differs: "the page URL doesn't match {pattern}",
  page_url_unknown: "the page URL is unknown",
  page_has: "the page has {selector}",
  page_lacks: "the page doesn't have {selector}",
  element_unknown: "unknown whether the page has {selector}",
  device_unknown: "the device is unknown",
  device: "the device is a {device, select, desktop {desktop} tablet {tablet} other {phone}}, expected {devices}",
  desktop: "desktop",
  tablet: "tablet",
  phone: "phone",
  locale_unknown: "the language is unknown",
  locale: "the language is {locale}, expected {locales}",
  within_hours: "the current time is within the set hours",
  outside_hours: "the current time is outside the set hours",
  hours_unknown: "the person's time zone is unknown",
  within_percent: "is in the {percent}% sample",
  outside_percent: "isn't in the {percent}% sample",
  bucket_unknown: "the person's bucket is unknown",
  attribute_unknown: "{of, select, person {} group {group's } other {membership's }}{name} is unknown",
  attribute_missing:
    "{of, select, person {} group {group's } other {membership's }}{name} isn't set, expected {expected}",
  attribute: "{of, select, person {} group {group's } other {membership's }}{name} is {actual}, expected {expected}",
  attribute_type:
    "{of, select, person {} group {group's } other {membership's }}{name} is {actual} ({type, select, text {text} number {number} boolean {boolean} date {date} list {list} other {nothing}}, not {expected_type, select, text {text} number {number} boolean {boolean} date {date} other {list}}), expected {expected}",
  expected_is: "{value}",
  expected_is_not: "not {value}",
  expected_contains: "text that contains {value}",
  expected_not_contains: "text that doesn't contain {value}",
  expected_starts_with: "text that starts with {value}",
  expected_ends_with: "text that ends with {value}",
  expected_one_of: "one of {options}",
  expected_none_of: "none of {options}",
  expected_less: "less than {value}",
  expected_at_most: "at most {value}",
  expected_more: "more than {value}",
  expected_at_least: "at least {value}",
  expected_before: "before {value}",
  expected_after: "after {value}",
  expected_within_days: "within the last {days, plural, one {day} other {# days}}",
  expected_longer_ago_days: "more than {days, plural, one {# day} other {# days}} ago",
  expected_has: "a list with {value}",
  expected_has_not: "a list without {value}",
  expected_is_set: "any value",
  expected_is_not_set: "no value",
} as const;

export const evidence = causesOf<EvidenceValues>()(EVIDENCE_TEXTS);

/** Evidence in English, which the API returns next to the data. */
export const evidenceText = (causes: readonly Cause[]): string => causeSentences(EVIDENCE_TEXTS, causes);
