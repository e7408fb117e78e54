import type { Rule, RuleLeaf, SegmentRule } from "@fanfare/contract/targeting/rule";

/** Data that rules need, so that tables no rule uses aren't read. */
export interface RuleNeeds {
  readonly groups: boolean;
  readonly events: readonly { readonly name: string; readonly within_days: number | undefined }[];
  /** Counts of the groups' events, and names of events whose first or last time in the group matters. */
  readonly group_events: RuleNeeds["events"];
  readonly group_times: readonly string[];
  /** Names of events that conditions look at one by one. */
  readonly histories: readonly string[];
  readonly content_ids: readonly string[];
  /** Segments that are lists. */
  readonly list_ids: readonly string[];
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
  const more = names.filter((name) => !all_time.includes(name)).map((name) => ({ name, within_days: undefined }));
  return more.length === 0 ? needs : { ...needs, events: [...needs.events, ...more] };
}

export function collectRuleNeeds(rules: readonly Rule[], segments: SegmentRules): RuleNeeds {
  const events = new Map<string, RuleNeeds["events"][number]>();
  const group_events = new Map<string, RuleNeeds["events"][number]>();
  const group_times = new Set<string>();
  const content_ids = new Set<string>();
  const histories = new Set<string>();
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
        if (leaf.props !== undefined) histories.add(leaf.name);
        else events.set(countKey(leaf.name, leaf.within_days), { name: leaf.name, within_days: leaf.within_days });
        break;
      case "event_time":
        histories.add(leaf.event.name);
        break;
      case "event_sequence":
        histories.add(leaf.first.name).add(leaf.next.name);
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
    ...{ groups, events: [...events.values()], histories: [...histories] },
    ...{ group_events: [...group_events.values()], group_times: [...group_times] },
    ...{ content_ids: [...content_ids], list_ids: [...list_ids] },
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
