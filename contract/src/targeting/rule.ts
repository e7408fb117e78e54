/** Who is meant: a tree of `and`, `or`, `not` over questions about the person, their groups, their past and the page. */
export type Rule =
  | { readonly kind: "and" | "or"; readonly rules: readonly Rule[] }
  | { readonly kind: "not"; readonly rule: Rule }
  | RuleLeaf;

export type RuleLeaf =
  /** Of a group and of a membership: one of the person's groups has it. */
  | {
      readonly kind: "attribute";
      readonly of: AttributeOwner;
      readonly name: string;
      readonly test: AttributeTest;
    }
  /** The person belongs to the group with this external id. */
  | { readonly kind: "group"; readonly external_id: string }
  | { readonly kind: "segment"; readonly segment_id: string }
  /** How often an event happened; without `within_days` since ever. */
  | {
      readonly kind: "event";
      readonly name: string;
      readonly count: EventCount;
      readonly within_days?: number | undefined;
    }
  | { readonly kind: "content"; readonly content_id: string; readonly state: ContentState }
  /** A pattern of `contract/glob.ts`. */
  | { readonly kind: "url"; readonly pattern: string }
  /** The page has an element that this CSS selector finds. */
  | { readonly kind: "element"; readonly selector: string }
  | { readonly kind: "device"; readonly devices: readonly Device[] }
  /** `de` stands for every German; `de-CH` for that one. */
  | { readonly kind: "locale"; readonly locales: readonly string[] }
  | WeeklyTime
  /** A part of all people, always the same ones for the same salt. */
  | { readonly kind: "percentage"; readonly percent: number; readonly salt: string };

export const ATTRIBUTE_OWNERS = ["person", "group", "membership"] as const;
export type AttributeOwner = (typeof ATTRIBUTE_OWNERS)[number];

/**
 * A question about one attribute. A value of another type than the test's leaves the answer unknown; an attribute that is
 * not set is none of the values asked for.
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
  | { readonly type: "boolean"; readonly op: "is"; readonly value: boolean }
  | { readonly type: "date"; readonly op: "before" | "after"; readonly value: string }
  /** How long ago it is. A date to come is not long ago at all. */
  | { readonly type: "date"; readonly op: "within_days" | "longer_ago_days"; readonly days: number }
  | { readonly type: "list"; readonly op: "has" | "has_not"; readonly value: string }
  | { readonly type: "any"; readonly op: "is_set" | "is_not_set" };

export interface EventCount {
  readonly op: "at_least" | "at_most" | "exactly";
  readonly times: number;
}

export const CONTENT_STATES = ["seen", "completed", "dismissed", "open"] as const;
/** `seen`: shown at least once. `dismissed`: ended without completing it, at least once. `open`: going on now. */
export type ContentState = (typeof CONTENT_STATES)[number];

export const DEVICES = ["desktop", "tablet", "phone"] as const;
export type Device = (typeof DEVICES)[number];

/** Certain hours of certain days. Days count from Monday, 1, to Sunday, 7; `from` later than `to` goes over midnight. */
export interface WeeklyTime {
  readonly kind: "time";
  readonly days?: readonly number[] | undefined;
  /** `HH:MM`; together with `to`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whose clock: UTC, or the one on the person's wall. */
  readonly zone: "utc" | "person";
}
