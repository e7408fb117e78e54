import type { EventFilter, Rule, RuleLeaf, WeeklyTime } from "@fanfare/contract/targeting/rule";
import { list, percent } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { describeTest } from "./attribute-labels.ts";

/** Resolves IDs to names, if known. */
export interface RuleNames {
  segment(id: string): string | undefined;
  content(id: string): string | undefined;
  /** By external ID. */
  group?(id: string): string | undefined;
}

const NO_NAMES: RuleNames = { segment: () => undefined, content: () => undefined };

/**
 * Describes a rule in a sentence.
 *
 * @example
 * describeRule({ kind: "device", devices: ["phone"] }); // "on a phone"
 */
export function describeRule(rule: Rule, names: RuleNames = NO_NAMES): string {
  switch (rule.kind) {
    case "not":
      return t("not ({rule})", { rule: describeRule(rule.rule, names) });
    case "and":
    case "or": {
      const parts = rule.rules.map((each) => {
        const words = describeRule(each, names);
        return "rules" in each && each.rules.length > 1 ? `(${words})` : words;
      });
      return rule.kind === "and" ? joined(parts, (a, b) => t("{a} and {b}", { a, b })) : either(parts);
    }
    default:
      return describeCondition(rule, names);
  }
}

const joined = (words: readonly string[], join: (a: string, b: string) => string): string =>
  words.length === 0 ? "" : words.reduce(join);
const either = (words: readonly string[]): string => joined(words, (a, b) => t("{a} or {b}", { a, b }));

export const DAY_NAMES = [t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat"), t("Sun")] as const;
const DEVICES = { desktop: t("desktop"), tablet: t("tablet"), phone: t("phone") } as const;

function describeCondition(leaf: RuleLeaf, names: RuleNames = NO_NAMES): string {
  switch (leaf.kind) {
    case "attribute":
      return describeTest(describeAttribute(leaf), leaf.test);
    case "group":
      return t("in group {id}", { id: names.group?.(leaf.external_id) ?? leaf.external_id });
    case "segment":
      return t("in segment {name}", { name: names.segment(leaf.segment_id) ?? leaf.segment_id });
    case "event":
      return describeEvent(leaf);
    case "event_time":
      return describeEventTime(leaf);
    case "event_sequence":
      return tCount(
        leaf.within_days,
        "did {first}, and within {n} day {next}",
        "did {first}, and within {n} days {next}",
        { first: describeFilter(leaf.first), next: describeFilter(leaf.next) },
      );
    case "group_event":
      return t("their group {did}", { did: describeEvent(leaf) });
    case "group_event_time":
      return describeTest(
        leaf.which === "first"
          ? t("group’s first {event}", { event: leaf.name })
          : t("group’s last {event}", { event: leaf.name }),
        leaf.test,
      );
    case "content":
      return describeContent(leaf.state, names.content(leaf.content_id) ?? leaf.content_id);
    case "url":
      return t("on {pattern}", { pattern: leaf.pattern });
    case "element":
      return describeElement(leaf);
    case "device":
      return t("on a {device}", { device: either(leaf.devices.map((device) => DEVICES[device])) });
    case "locale":
      return t("with language {language}", { language: either(leaf.locales) });
    case "time":
      return describeTime(leaf);
    case "percentage":
      return t("in the first {share} of people", { share: percent(leaf.percent / 100, 2) });
  }
}

type Leaf<Kind extends RuleLeaf["kind"]> = Extract<RuleLeaf, { kind: Kind }>;

function describeAttribute({ of, name }: Leaf<"attribute">): string {
  switch (of) {
    case "person":
      return name;
    case "group":
      return t("group’s {attribute}", { attribute: name });
    case "membership":
      return t("group membership’s {attribute}", { attribute: name });
  }
}

/** `order_created`, or `order_created (total is more than 100)`. */
export function describeFilter({ name, props = [] }: EventFilter): string {
  if (props.length === 0) return name;
  const tests = list(props.map((each) => describeTest(each.name, each.test)));
  return t("{event} ({tests})", { event: name, tests });
}

function describeEventTime({ event, which, test }: Leaf<"event_time">): string {
  const name = describeFilter(event);
  return describeTest(
    which === "first" ? t("first {event}", { event: name }) : t("last {event}", { event: name }),
    test,
  );
}

function describeEvent({
  count,
  within_days,
  ...filter
}: Pick<Leaf<"event">, "name" | "props" | "count" | "within_days">): string {
  const did = describeEventCount(describeFilter(filter), count);
  if (within_days === undefined) return did;
  return tCount(within_days, "{did} within {n} day", "{did} within {n} days", { did });
}

function describeEventCount(event: string, { op, times }: Leaf<"event">["count"]): string {
  switch (op) {
    case "at_least":
      return tCount(times, "did {event} at least once", "did {event} at least {n} times", { event });
    case "at_most":
      return tCount(times, "did {event} at most once", "did {event} at most {n} times", { event });
    case "exactly":
      return tCount(times, "did {event} exactly once", "did {event} exactly {n} times", { event });
  }
}

function describeContent(state: Leaf<"content">["state"], content: string): string {
  switch (state) {
    case "seen":
      return t("saw {content}", { content });
    case "completed":
      return t("completed {content}", { content });
    case "dismissed":
      return t("dismissed {content}", { content });
    case "open":
      return t("has {content} open", { content });
  }
}

function describeElement({ selector, state, text }: Leaf<"element">): string {
  const element = state === undefined ? selector : ELEMENT_STATES[state](selector);
  if (text === undefined) return t("on pages with {selector}", { selector: element });
  return t("on pages with {selector} that contains “{text}”", { selector: element, text });
}

const ELEMENT_STATES = {
  visible: (selector: string) => t("visible {selector}", { selector }),
  disabled: (selector: string) => t("disabled {selector}", { selector }),
  checked: (selector: string) => t("checked {selector}", { selector }),
} as const;

function describeTime({ days, from, to = "", zone }: WeeklyTime): string {
  const when = days === undefined ? t("every day") : list(days.flatMap((day) => DAY_NAMES[day - 1] ?? []));
  const hours = from === undefined ? when : t("{days} from {from} to {to}", { days: when, from, to });
  return zone === "utc" ? t("{hours} UTC", { hours }) : t("{hours} in the person’s time zone", { hours });
}
