import { limits } from "@fanfare/contract/limits";
import { countedEventsMax } from "@fanfare/contract/targeting/event-history";
import type { EventFilter, Rule, RuleLeaf, SegmentRule } from "@fanfare/contract/targeting/rule";

/** Data that rules need, so that tables no rule uses aren't read. */
export interface RuleNeeds {
  readonly groups: boolean;
  readonly events: readonly CountNeed[];
  /** Counts of the groups' events, and names of events whose first or last time in the group matters. */
  readonly group_events: readonly Omit<CountNeed, "count_max">[];
  readonly group_times: readonly string[];
  /** Events that conditions look at one by one. One entry per name. */
  readonly histories: readonly HistoryNeed[];
  readonly content_ids: readonly string[];
  /** Segments that are lists. */
  readonly list_ids: readonly string[];
}

export interface CountNeed {
  readonly name: string;
  readonly within_days: number | undefined;
  /** Higher counts don't matter. */
  readonly count_max: number;
}

export interface HistoryNeed {
  readonly name: string;
  /** The latest so many. */
  readonly rows_max: number;
  /** At any time if undefined. */
  readonly within_days: number | undefined;
}

/** Rules of the workspace's segments, by ID. */
export type SegmentRules = ReadonlyMap<string, SegmentRule>;

/** Key of an event count. Rules with the same condition share one count. */
export function countKey(name: string, within_days: number | undefined): string {
  return `${within_days ?? "ever"} ${name}`;
}

/** Adds whether each of these events ever happened. */
export function withEvents(needs: RuleNeeds, names: readonly string[]): RuleNeeds {
  const all_time = needs.events.filter(({ within_days }) => within_days === undefined).map(({ name }) => name);
  const more = names
    .filter((name) => !all_time.includes(name))
    .map((name) => ({ name, within_days: undefined, count_max: 1 }));
  return more.length === 0 ? needs : { ...needs, events: [...needs.events, ...more] };
}

export function collectRuleNeeds(rules: readonly Rule[], segments: SegmentRules): RuleNeeds {
  const events = new Map<string, RuleNeeds["events"][number]>();
  const group_events = new Map<string, RuleNeeds["group_events"][number]>();
  const group_times = new Set<string>();
  const content_ids = new Set<string>();
  const histories = new Map<string, HistoryNeed>();
  const read = ({ name, props }: EventFilter, rows_max: number, within_days?: number): void => {
    const known = histories.get(name);
    const need = { name, rows_max: props === undefined ? rows_max : limits.rule_events_read_max, within_days };
    histories.set(name, known === undefined ? need : widerHistory(known, need));
  };
  const list_ids = new Set<string>();
  let groups = false;
  for (const leaf of allLeaves(rules, segments)) {
    switch (leaf.kind) {
      case "attribute":
        groups ||= leaf.of !== "person";
        break;
      case "group":
        groups = true;
        break;
      case "event":
        if (leaf.props === undefined) addCount(events, leaf);
        else read(leaf, limits.rule_events_read_max, leaf.within_days);
        break;
      case "event_time":
        // Without tests, only the first and the last event matter.
        read(leaf.event, 1);
        break;
      case "event_sequence":
        for (const filter of [leaf.first, leaf.next]) read(filter, limits.rule_events_read_max);
        break;
      case "group_event":
        groups = true;
        group_events.set(countKey(leaf.name, leaf.within_days), { name: leaf.name, within_days: leaf.within_days });
        break;
      case "group_event_time":
        groups = true;
        group_times.add(leaf.name);
        break;
      case "content":
        content_ids.add(leaf.content_id);
        break;
      case "segment":
        if (segments.get(leaf.segment_id)?.kind === "list") list_ids.add(leaf.segment_id);
        break;
      case "url":
      case "element":
      case "device":
      case "locale":
      case "time":
      case "percentage":
    }
  }
  return {
    ...{ groups, events: [...events.values()], histories: [...histories.values()] },
    ...{ group_events: [...group_events.values()], group_times: [...group_times] },
    ...{ content_ids: [...content_ids], list_ids: [...list_ids] },
  };
}

function addCount(events: Map<string, CountNeed>, { name, within_days, count }: Extract<RuleLeaf, { kind: "event" }>) {
  const key = countKey(name, within_days);
  const count_max = Math.max(countedEventsMax(count), events.get(key)?.count_max ?? 0);
  events.set(key, { name, within_days, count_max });
}

function widerHistory(one: HistoryNeed, other: HistoryNeed): HistoryNeed {
  const days = [one.within_days, other.within_days].filter((each) => each !== undefined);
  return {
    name: one.name,
    rows_max: Math.max(one.rows_max, other.rows_max),
    within_days: days.length === 2 ? Math.max(...days) : undefined,
  };
}

export function allLeaves(rules: readonly Rule[], segments: SegmentRules): readonly RuleLeaf[] {
  const visited = new Set<string>();
  const inside = (leaf: RuleLeaf): readonly RuleLeaf[] => {
    if (leaf.kind !== "segment" || visited.has(leaf.segment_id)) return [leaf];
    visited.add(leaf.segment_id);
    const rule = segments.get(leaf.segment_id);
    return rule === undefined ? [leaf] : [leaf, ...ruleLeaves(rule).flatMap(inside)];
  };
  return rules.flatMap(ruleLeaves).flatMap(inside);
}

export function ruleLeaves(rule: SegmentRule): readonly RuleLeaf[] {
  switch (rule.kind) {
    case "list":
      return [];
    case "and":
    case "or":
      return rule.rules.flatMap(ruleLeaves);
    case "not":
      return ruleLeaves(rule.rule);
    default:
      return [rule];
  }
}
