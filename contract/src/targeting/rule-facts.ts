import type { Ternary } from "../lib/three-valued.ts";
import type { Attributes } from "../people/attribute.ts";
import type { PageState } from "./page-rule.ts";
import type { ContentState, Device } from "./rule.ts";

/** A group of the person, with attributes of the group and of the membership. */
export interface GroupFact {
  readonly external_id: string;
  readonly attributes: Attributes;
  readonly membership: Attributes;
  /** Number of events of the group's people. */
  readonly event_count?: ((name: string, within_days: number | undefined) => number | undefined) | undefined;
  /** Undefined if they're unknown. */
  readonly event_times?: ((name: string) => EventTimes | undefined) | undefined;
}

/** Times of the first and the last event of a name. Null if there are none. */
export type EventTimes = { readonly first_ms: number; readonly last_ms: number } | null;

export interface EventFact {
  readonly id: string;
  /** When the server received it. */
  readonly at_ms: number;
  /** By the clock of the page or backend. Orders events that arrived together. */
  readonly happened_ms: number;
  readonly props: Attributes;
}

/** A person's events of one name. */
export interface EventHistory {
  /** Newest first, up to `limits.rule_events_read_max`. */
  readonly latest: readonly EventFact[];
  /** Time of the first event ever. Undefined if there are none. */
  readonly first_ms: number | undefined;
}

/** Known facts for evaluating a rule. A missing fact is unknown, never false. */
export interface RuleFacts extends PageState {
  readonly now_ms?: number | undefined;
  /** Determines the person's percentages. */
  readonly person_id?: string | undefined;
  readonly attributes?: Attributes | undefined;
  readonly groups?: readonly GroupFact[] | undefined;
  /** Whether the person is in that segment. Undefined if it doesn't exist. */
  readonly segment?: ((segment_id: string) => Ternary) | undefined;
  /** When the person was added to a segment that is a list. Null if they aren't on it. Undefined for other segments. */
  readonly listed_at?: ((segment_id: string) => number | null | undefined) | undefined;
  readonly event_count?: ((name: string, within_days: number | undefined) => number | undefined) | undefined;
  readonly event_history?: ((name: string) => EventHistory | undefined) | undefined;
  readonly content_state?: ((content_id: string, state: ContentState) => Ternary) | undefined;
  readonly device?: Device | undefined;
  readonly locale?: string | undefined;
  /** IANA time zone name: `Europe/Zurich`. */
  readonly time_zone?: string | undefined;
}
