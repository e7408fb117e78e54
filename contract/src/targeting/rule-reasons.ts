import type { Ternary } from "../lib/three-valued.ts";
import { type AttributeValue, attributeType, getAttribute } from "../people/attribute.ts";
import type { Cause } from "../wording/cause.ts";
import { evidence } from "../wording/evidence.ts";
import { countEvents, countedEventsMax, eventTime } from "./event-history.ts";
import type { ElementCondition } from "./page-rule.ts";
import type { AttributeTest, EventFilter, PropertyTest, Rule, RuleLeaf } from "./rule.ts";
import type { RuleFacts } from "./rule-facts.ts";
import { matchesRule } from "./rule-match.ts";

/**
 * Returns why a rule has its result: one cause per deciding condition.
 *
 * @example
 * evidenceText(ruleReasons(rule, facts)); // 'plan is "free", expected "pro"'
 */
export function ruleReasons(rule: Rule, facts: RuleFacts): readonly Cause[] {
  return decidingLeaves(rule, facts, matchesRule(rule, facts)).map((leaf) => leafReason(leaf, facts));
}

function decidingLeaves(rule: Rule, facts: RuleFacts, truth: Ternary): readonly RuleLeaf[] {
  switch (rule.kind) {
    case "and":
    case "or": {
      const alike = rule.rules.filter((each) => matchesRule(each, facts) === truth);
      // One false decides `and`, and one true decides `or`. Otherwise, all conditions decide.
      const settled = truth === (rule.kind === "or") ? alike.slice(0, 1) : alike;
      return settled.flatMap((each) => decidingLeaves(each, facts, truth));
    }
    case "not":
      return decidingLeaves(rule.rule, facts, matchesRule(rule.rule, facts));
    default:
      return [rule];
  }
}

function leafReason(leaf: RuleLeaf, facts: RuleFacts): Cause {
  const truth = matchesRule(leaf, facts);
  const pick = <Code>(yes: Code, no: Code, unknown: Code): Code => (truth === undefined ? unknown : truth ? yes : no);
  switch (leaf.kind) {
    case "attribute":
      return attributeReason(leaf, facts, truth);
    case "group":
      if (truth === undefined) return evidence("groups_unknown");
      return evidence(truth ? "in_group" : "not_in_group", { group: leaf.external_id });
    case "segment": {
      const listed_at = facts.listed_at?.(leaf.segment_id);
      if (typeof listed_at === "number") {
        return evidence("on_list", { segment: leaf.segment_id, when: new Date(listed_at).toISOString() });
      }
      if (listed_at === null) return evidence("not_on_list", { segment: leaf.segment_id });
      return evidence(pick("in_segment", "not_in_segment", "segment_unknown"), { segment: leaf.segment_id });
    }
    case "event":
      return eventReason(leaf, facts);
    case "event_time":
      return eventTimeReason(leaf, facts);
    case "event_sequence": {
      const { first, next, within_days: days } = leaf;
      return evidence(pick("sequence_found", "sequence_missing", "sequence_unknown"), {
        ...{ first: describeEvents(first), next: describeEvents(next), days },
      });
    }
    case "group_event":
      return groupEventReason(leaf, facts);
    case "group_event_time":
      return groupEventTimeReason(leaf, facts);
    case "content": {
      const { content_id: content, state } = leaf;
      return evidence(pick("content_state", "content_not_state", "content_state_unknown"), { content, state });
    }
    case "url":
      if (truth === undefined) return evidence("page_url_unknown");
      return evidence(truth ? "url_matches" : "url_differs", { pattern: leaf.pattern });
    case "element":
      return elementReason(leaf, truth);
    case "device": {
      const { device } = facts;
      if (device === undefined) return evidence("device_unknown");
      return evidence("device", { device, devices: leaf.devices.map((each) => evidence(each)) });
    }
    case "locale": {
      const { locale } = facts;
      return locale === undefined ? evidence("locale_unknown") : evidence("locale", { locale, locales: leaf.locales });
    }
    case "time":
      return evidence(pick("within_hours", "outside_hours", "hours_unknown"));
    case "percentage":
      if (truth === undefined) return evidence("bucket_unknown");
      return evidence(truth ? "within_percent" : "outside_percent", { percent: leaf.percent });
  }
}

function elementReason({ selector, state, text: value }: ElementCondition, truth: Ternary): Cause {
  const conditions = [
    ...(state === undefined ? [] : [evidence(`element_${state}`)]),
    ...(value === undefined ? [] : [evidence("expected_contains", { value })]),
  ];
  if (conditions.length === 0) {
    const code = truth === undefined ? "element_unknown" : truth ? "page_has" : "page_lacks";
    return evidence(code, { selector });
  }
  const code = truth === undefined ? "element_state_unknown" : truth ? "page_has_element" : "page_lacks_element";
  return evidence(code, { selector, conditions });
}

function eventReason(leaf: Extract<RuleLeaf, { kind: "event" }>, facts: RuleFacts): Cause {
  const { name: event, count, within_days: days } = leaf;
  const n = countEvents(leaf, facts);
  if (n === undefined) return evidence("events_unknown", { event });
  const expected = evidence("expected_times", { op: count.op, times: count.times });
  if (leaf.props !== undefined) {
    const first = describeEvents(leaf);
    if (days === undefined) return evidence("events_matching", { first, n, expected });
    return evidence("events_matching_within", { first, n, days, expected });
  }
  const counted_max = countedEventsMax(count);
  if (n >= counted_max) {
    const many = { event, n: counted_max, expected };
    return days === undefined ? evidence("events_many", many) : evidence("events_many_within", { ...many, days });
  }
  if (days === undefined) return evidence("events_counted", { event, n, expected });
  return evidence("events_counted_within", { event, n, days, expected });
}

function eventTimeReason(leaf: Extract<RuleLeaf, { kind: "event_time" }>, facts: RuleFacts): Cause {
  const at_ms = eventTime(leaf, facts);
  if (at_ms === undefined) return evidence("events_unknown", { event: leaf.event.name });
  const [first, expected] = [describeEvents(leaf.event), expectation(leaf.test)];
  if (at_ms === null) return evidence("event_never", { first, expected });
  return evidence(leaf.which === "first" ? "event_first" : "event_last", {
    ...{ first, when: new Date(at_ms).toISOString(), expected },
  });
}

function groupEventReason(leaf: Extract<RuleLeaf, { kind: "group_event" }>, { groups, ...facts }: RuleFacts): Cause {
  const { name: event, count, within_days: days } = leaf;
  if (groups === undefined) return evidence("groups_unknown");
  if (groups.length === 0) return evidence("in_no_group");
  const counted = groups.flatMap((group) => {
    const n = group.event_count?.(event, days);
    return n === undefined ? [] : [{ n, group }];
  });
  const matching = counted.find(({ group }) => matchesRule(leaf, { ...facts, groups: [group] }) === true);
  const found = matching ?? counted.toSorted((a, b) => b.n - a.n)[0];
  if (found === undefined) return evidence("events_unknown", { event });
  const values = {
    ...{ event, n: found.n, group: found.group.external_id },
    expected: evidence("expected_times", { op: count.op, times: count.times }),
  };
  if (days === undefined) return evidence("group_events_counted", values);
  return evidence("group_events_counted_within", { ...values, days });
}

function groupEventTimeReason(
  leaf: Extract<RuleLeaf, { kind: "group_event_time" }>,
  { groups, ...facts }: RuleFacts,
): Cause {
  const { name: event, which, test } = leaf;
  if (groups === undefined) return evidence("groups_unknown");
  if (groups.length === 0) return evidence("in_no_group");
  if (groups.some((group) => group.event_times?.(event) === undefined)) return evidence("events_unknown", { event });
  const timed = groups.flatMap((group) => {
    const times = group.event_times?.(event);
    if (times === undefined || times === null) return [];
    return [{ at_ms: which === "first" ? times.first_ms : times.last_ms, group }];
  });
  const expected = expectation(test);
  const matching = timed.find(({ group }) => matchesRule(leaf, { ...facts, groups: [group] }) === true);
  const found = matching ?? timed[0];
  if (found === undefined) return evidence("group_event_never", { event, expected });
  return evidence(which === "first" ? "group_event_first" : "group_event_last", {
    ...{ event, group: found.group.external_id, when: new Date(found.at_ms).toISOString(), expected },
  });
}

/** `order_created`, or `order_created (total: at least 100)`. */
function describeEvents({ name: event, props = [] }: EventFilter): Cause {
  if (props.length === 0) return evidence("events_named", { event });
  return evidence("events_with", { event, conditions: propertyReasons(props) });
}

/** `total: at least 100` */
export function propertyReasons(tests: readonly PropertyTest[]): readonly Cause[] {
  return tests.map(({ name, test }) => evidence("property", { name, expected: expectation(test) }));
}

function attributeReason(
  { of, name, test }: Extract<RuleLeaf, { kind: "attribute" }>,
  facts: RuleFacts,
  truth: Ternary,
): Cause {
  const actual = actualValues(of, name, facts);
  if (actual === undefined) return evidence("attribute_unknown", { of, name });
  const [value] = actual;
  const expected = expectation(test);
  if (value === undefined) return evidence("attribute_missing", { of, name, expected });
  // A type mismatch is the most common cause.
  if (truth === undefined && test.type !== "any") {
    const type = attributeType(value) ?? "nothing";
    return evidence("attribute_type", { of, name, actual, type, expected_type: test.type, expected });
  }
  return evidence("attribute", { of, name, actual, expected });
}

function actualValues(
  of: "person" | "group" | "membership",
  name: string,
  { attributes, groups }: RuleFacts,
): readonly AttributeValue[] | undefined {
  const owners =
    of === "person"
      ? attributes && [attributes]
      : groups?.map((group) => (of === "group" ? group.attributes : group.membership));
  return owners?.map((owner) => getAttribute(owner, name)).filter((value) => value !== undefined);
}

function expectation(test: AttributeTest): Cause {
  switch (test.op) {
    case "one_of":
    case "none_of":
      return evidence(`expected_${test.op}`, { options: test.values });
    case "within_days":
    case "longer_ago_days":
      return evidence(`expected_${test.op}`, { days: test.days });
    case "is_set":
    case "is_not_set":
      return evidence(`expected_${test.op}`);
    case "between":
      return evidence("expected_between", { min: test.min, max: test.max });
    default:
      return evidence(`expected_${test.op}`, { value: test.value });
  }
}
