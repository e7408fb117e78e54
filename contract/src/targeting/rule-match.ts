import { isInPercentage } from "../lib/hash-bucket.ts";
import { combineTernary, negateTernary, type Ternary } from "../lib/three-valued.ts";
import { wallTime } from "../lib/wall-clock.ts";
import { type Attributes, getAttribute } from "../people/attribute.ts";
import { matchesAttribute } from "./attribute-test.ts";
import { countEvents, eventTime, hasSequence } from "./event-history.ts";
import { matchesPage, type PageRule } from "./page-rule.ts";
import type { EventCount, Rule, RuleLeaf, WeeklyTime } from "./rule.ts";
import type { RuleFacts } from "./rule-facts.ts";

/**
 * Whether a person matches a rule. Pure: the same facts give the same result on the server and in pages.
 *
 * @example
 * matchesRule({ kind: "device", devices: ["phone"] }, {}); // undefined: the device is unknown
 */
export function matchesRule(rule: Rule, facts: RuleFacts): Ternary {
  switch (rule.kind) {
    case "and":
    case "or":
      return combineTernary(
        rule.kind === "or",
        rule.rules.map((each) => matchesRule(each, facts)),
      );
    case "not":
      return negateTernary(matchesRule(rule.rule, facts));
    default:
      return matchesLeaf(rule, facts);
  }
}

export function matchesLeaf(leaf: RuleLeaf, facts: RuleFacts): Ternary {
  switch (leaf.kind) {
    case "attribute": {
      const test = (attributes: Attributes): Ternary =>
        matchesAttribute(leaf.test, getAttribute(attributes, leaf.name), facts.now_ms);
      if (leaf.of === "person") return facts.attributes && test(facts.attributes);
      const { groups } = facts;
      if (groups === undefined) return undefined;
      const of_group = leaf.of === "group";
      // Without groups, the attribute counts as not set.
      if (groups.length === 0) return test({});
      return combineTernary(
        true,
        groups.map(({ attributes, membership }) => test(of_group ? attributes : membership)),
      );
    }
    case "group":
      return facts.groups?.some(({ external_id }) => external_id === leaf.external_id);
    case "segment":
      return facts.segment?.(leaf.segment_id);
    case "event": {
      const count = countEvents(leaf, facts);
      return count === undefined ? undefined : matchesCount(leaf.count, count);
    }
    case "event_time": {
      const at_ms = eventTime(leaf, facts);
      if (at_ms === undefined || at_ms === null) return at_ms === null ? false : undefined;
      return matchesAttribute(leaf.test, new Date(at_ms).toISOString(), facts.now_ms);
    }
    case "event_sequence":
      return hasSequence(leaf, facts);
    case "group_event":
      return matchesGroupEvents(leaf, facts);
    case "group_event_time":
      return matchesGroupEventTimes(leaf, facts);
    case "content":
      return facts.content_state?.(leaf.content_id, leaf.state);
    case "url":
    case "element":
      return matchesPage(leaf, facts);
    case "device":
      return facts.device && leaf.devices.includes(facts.device);
    case "locale": {
      const own = facts.locale?.toLowerCase();
      const speaks = (locale: string): boolean => own === locale || own?.startsWith(`${locale}-`) === true;
      return own === undefined ? undefined : leaf.locales.some((locale) => speaks(locale.toLowerCase()));
    }
    case "time":
      return isWithinWeeklyTime(leaf, facts);
    case "percentage":
      return facts.person_id === undefined ? undefined : isInPercentage(leaf.salt, facts.person_id, leaf.percent);
  }
}

function matchesGroupEvents(
  { name, count, within_days }: Extract<RuleLeaf, { kind: "group_event" }>,
  { groups }: RuleFacts,
): Ternary {
  // Without groups, there are no events.
  if (groups?.length === 0) return matchesCount(count, 0);
  return (
    groups &&
    combineTernary(
      true,
      groups.map((group) => {
        const events = group.event_count?.(name, within_days);
        return events === undefined ? undefined : matchesCount(count, events);
      }),
    )
  );
}

function matchesGroupEventTimes(
  { name, which, test }: Extract<RuleLeaf, { kind: "group_event_time" }>,
  { groups, now_ms }: RuleFacts,
): Ternary {
  return (
    groups &&
    combineTernary(
      true,
      groups.map((group) => {
        const times = group.event_times?.(name);
        if (times === undefined || times === null) return times === null ? false : undefined;
        const at_ms = which === "first" ? times.first_ms : times.last_ms;
        return matchesAttribute(test, new Date(at_ms).toISOString(), now_ms);
      }),
    )
  );
}

export function matchesCount({ op, times }: EventCount, count: number): boolean {
  switch (op) {
    case "at_least":
      return count >= times;
    case "at_most":
      return count <= times;
    case "exactly":
      return count === times;
  }
}

function isWithinWeeklyTime({ days, from, to, zone }: WeeklyTime, facts: RuleFacts): Ternary {
  const name = zone === "utc" ? "UTC" : facts.time_zone;
  if (facts.now_ms === undefined || name === undefined) return undefined;
  const now = wallTime(facts.now_ms, name);
  if (now === undefined) return undefined;
  const over_midnight = from !== undefined && to !== undefined && from > to;
  const early = over_midnight && to !== undefined && now.time < to;
  // Hours after midnight belong to the day on which the period started.
  const day = early ? ((now.day + 5) % 7) + 1 : now.day;
  if (days !== undefined && !days.includes(day)) return false;
  if (from === undefined || to === undefined) return true;
  return over_midnight ? now.time >= from || early : now.time >= from && now.time < to;
}

/**
 * Evaluates a rule as far as possible and returns the rest for the page. Returns a boolean if the page doesn't matter,
 * or undefined if another fact is missing. The result contains nothing about the person, so it can be sent to the page.
 *
 * @example
 * residualPageRule({ kind: "and", rules: [isOnPlanPro, { kind: "url", pattern: "/orders" }] }, facts);
 * // the URL alone, or false
 */
export function residualPageRule(rule: Rule, facts: RuleFacts): PageRule | Ternary {
  switch (rule.kind) {
    case "and":
    case "or": {
      // True settles `or`, and false settles `and`. The opposite value adds nothing.
      const settles = rule.kind === "or";
      let unknown = false;
      const rules: PageRule[] = [];
      for (const each of rule.rules) {
        const part = residualPageRule(each, facts);
        if (part === settles) return settles;
        if (part === undefined) unknown = true;
        else if (typeof part === "object") rules.push(part);
      }
      if (unknown) return undefined;
      const [only] = rules;
      if (only === undefined) return !settles;
      return rules.length === 1 ? only : { kind: rule.kind, rules };
    }
    case "not": {
      const part = residualPageRule(rule.rule, facts);
      return typeof part === "object" ? { kind: "not", rule: part } : negateTernary(part);
    }
    case "url":
    case "element": {
      const truth = matchesPage(rule, facts);
      return truth === undefined ? rule : truth;
    }
    default:
      return matchesLeaf(rule, facts);
  }
}
