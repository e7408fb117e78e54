import { DAY_MS, limits } from "../limits.ts";
import { passesTests } from "./property-tests.ts";
import type { EventCount, EventFilter, RuleLeaf } from "./rule.ts";
import type { EventFact, RuleFacts } from "./rule-facts.ts";

type Leaf<Kind extends RuleLeaf["kind"]> = Extract<RuleLeaf, { kind: Kind }>;

/**
 * Events are counted up to this, so that a decision costs the same for people with millions of them. More than the
 * condition needs, so that a request's events never hide that the count was past the threshold before.
 */
export function countedEventsMax({ times }: EventCount): number {
  return Math.max(limits.rule_events_read_max, times + 1 + limits.events_per_request_max);
}

/** Number of events that pass a filter, up to {@link countedEventsMax}. Undefined if it's unknown. */
export function countEvents(leaf: Leaf<"event">, facts: RuleFacts): number | undefined {
  const { name, props, within_days } = leaf;
  if (props === undefined) return facts.event_count?.(name, within_days);
  const events = matchingEvents(leaf, facts);
  if (events === undefined || within_days === undefined) return events?.length;
  const { now_ms } = facts;
  return now_ms === undefined ? undefined : events.filter(({ at_ms }) => at_ms > now_ms - within_days * DAY_MS).length;
}

/** Time of the first or last event that passes a filter. Null if there's none, undefined if it's unknown. */
export function eventTime({ event, which }: Leaf<"event_time">, facts: RuleFacts): number | null | undefined {
  const events = matchingEvents(event, facts);
  if (events === undefined) return undefined;
  if (which === "first" && event.props === undefined) return facts.event_history?.(event.name)?.first_ms ?? null;
  return events.at(which === "first" ? -1 : 0)?.at_ms ?? null;
}

/**
 * Whether an event of `next` came after one of `first` in time. The nearest earlier event has the shortest time, so each
 * event of `then` is compared only with that one.
 */
export function hasSequence({ first, next, within_days }: Leaf<"event_sequence">, facts: RuleFacts) {
  const earlier = matchingEvents(first, facts);
  const later = matchingEvents(next, facts);
  if (earlier === undefined || later === undefined) return undefined;
  let nearest = 0;
  for (const event of later) {
    while (nearest < earlier.length && !isBefore(earlier[nearest], event)) nearest++;
    const before = earlier[nearest];
    if (before === undefined) return false;
    if (event.at_ms - before.at_ms <= within_days * DAY_MS) return true;
  }
  return false;
}

/** Order of events: as the server received them. Those of one request by their own clock, then by their ID. */
function isBefore(a: EventFact | undefined, b: EventFact): boolean {
  if (a === undefined) return false;
  if (a.at_ms !== b.at_ms) return a.at_ms < b.at_ms;
  if (a.happened_ms !== b.happened_ms) return a.happened_ms < b.happened_ms;
  return a.id < b.id;
}

/** Newest first. */
function matchingEvents({ name, props = [] }: EventFilter, facts: RuleFacts): readonly EventFact[] | undefined {
  const events = facts.event_history?.(name)?.latest;
  if (props.length === 0) return events;
  return events?.filter((event) => passesTests(props, event.props, facts.now_ms));
}
