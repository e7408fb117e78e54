import type { ElementCondition } from "./page-rule.ts";

/** A tree of `and`, `or`, and `not` over conditions on the person, their groups, their history, and the page. */
export type Rule =
  | { readonly kind: "and" | "or"; readonly rules: readonly Rule[] }
  | { readonly kind: "not"; readonly rule: Rule }
  | RuleLeaf;

/** Who is in a segment: the people who match, or those on a list that members and backends edit. */
export type SegmentRule = Rule | { readonly kind: "list" };

export type RuleLeaf =
  /** For `group` and `membership`, at least one of the person's groups must match. */
  | {
      readonly kind: "attribute";
      readonly of: AttributeOwner;
      readonly name: string;
      readonly test: AttributeTest;
    }
  | { readonly kind: "group"; readonly external_id: string }
  | { readonly kind: "segment"; readonly segment_id: string }
  /** Number of occurrences of an event, over all time without `within_days`. */
  | (EventFilter & {
      readonly kind: "event";
      readonly count: EventCount;
      readonly within_days?: number | undefined;
    })
  /** Time of the person's first or last such event. False for people without one. */
  | {
      readonly kind: "event_time";
      readonly event: EventFilter;
      readonly which: "first" | "last";
      readonly test: Extract<AttributeTest, { readonly type: "date" }>;
    }
  /** One event, and later another one within that many days. */
  | {
      readonly kind: "event_sequence";
      readonly first: EventFilter;
      readonly next: EventFilter;
      readonly within_days: number;
    }
  /**
   * Number of occurrences of an event in a group: at least one of the person's groups must match. An event counts for the
   * groups that the person belonged to when the server received it. Days are in UTC and include today.
   */
  | {
      readonly kind: "group_event";
      readonly name: string;
      readonly count: EventCount;
      readonly within_days?: number | undefined;
    }
  /** Time of a group's first or last such event. False for people without a group with one. */
  | {
      readonly kind: "group_event_time";
      readonly name: string;
      readonly which: "first" | "last";
      readonly test: Extract<AttributeTest, { readonly type: "date" }>;
    }
  | { readonly kind: "content"; readonly content_id: string; readonly state: ContentState }
  /** A pattern of `contract/glob.ts`. */
  | { readonly kind: "url"; readonly pattern: string }
  | ElementCondition
  | { readonly kind: "device"; readonly devices: readonly Device[] }
  /** `de` includes all German locales; `de-CH` is only that one. */
  | { readonly kind: "locale"; readonly locales: readonly string[] }
  | WeeklyTime
  /** A share of all people: always the same ones for the same salt. */
  | { readonly kind: "percentage"; readonly percent: number; readonly salt: string };

/**
 * Events of a name whose properties pass all tests. A property of another type doesn't pass. Tests of properties,
 * times, and sequences consider a person's latest `limits.rule_events_read_max` events of that name.
 */
export interface EventFilter {
  readonly name: string;
  readonly props?: readonly PropertyTest[] | undefined;
}

export interface PropertyTest {
  readonly name: string;
  readonly test: AttributeTest;
}

export const ATTRIBUTE_OWNERS = ["person", "group", "membership"] as const;
export type AttributeOwner = (typeof ATTRIBUTE_OWNERS)[number];

/**
 * Test of one attribute. A value of another type makes the result unknown. An unset attribute differs from every value.
 */
export type AttributeTest =
  | {
      readonly type: "text";
      readonly op: "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "ends_with";
      readonly value: string;
    }
  | { readonly type: "text"; readonly op: "one_of" | "none_of"; readonly values: readonly string[] }
  | {
      readonly type: "number";
      readonly op: "is" | "is_not" | "less" | "at_most" | "more" | "at_least";
      readonly value: number;
    }
  /** Includes both ends. */
  | { readonly type: "number"; readonly op: "between"; readonly min: number; readonly max: number }
  | { readonly type: "boolean"; readonly op: "is"; readonly value: boolean }
  | { readonly type: "date"; readonly op: "before" | "after"; readonly value: string }
  /** Age of the date. Future dates are never long ago. */
  | { readonly type: "date"; readonly op: "within_days" | "longer_ago_days"; readonly days: number }
  | { readonly type: "list"; readonly op: "has" | "has_not"; readonly value: string }
  | { readonly type: "any"; readonly op: "is_set" | "is_not_set" };

export interface EventCount {
  readonly op: "at_least" | "at_most" | "exactly";
  readonly times: number;
}

export const CONTENT_STATES = ["seen", "completed", "dismissed", "open"] as const;
/**
 * `seen`: shown at least once. `dismissed`: ended at least once, neither completed nor failed. `open`: has an open run.
 */
export type ContentState = (typeof CONTENT_STATES)[number];

export const DEVICES = ["desktop", "tablet", "phone"] as const;
export type Device = (typeof DEVICES)[number];

/**
 * Hours and days of the week, from 1 (Monday) to 7 (Sunday). If `from` is later than `to`, the period spans midnight.
 */
export interface WeeklyTime {
  readonly kind: "time";
  readonly days?: readonly number[] | undefined;
  /** `HH:MM`. Requires `to`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** UTC, or the person's local time. */
  readonly zone: "utc" | "person";
}
