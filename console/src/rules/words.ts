import type { AttributeTest, Rule, RuleLeaf } from "@fanfare/contract/rule";
import { TESTS, testKey } from "./attribute-tests.ts";

/** What ids stand for, as far as it is known. */
export interface RuleNames {
  segment(id: string): string | undefined;
  content(id: string): string | undefined;
}

const NO_NAMES: RuleNames = { segment: () => undefined, content: () => undefined };

/**
 * A rule in words.
 *
 * @example
 * ruleWords({ kind: "device", devices: ["phone"] }); // "on a phone"
 */
export function ruleWords(rule: Rule, names: RuleNames = NO_NAMES): string {
  switch (rule.kind) {
    case "not":
      return `not (${ruleWords(rule.rule, names)})`;
    case "and":
    case "or": {
      const parts = rule.rules.map((each) => {
        const words = ruleWords(each, names);
        return "rules" in each && each.rules.length > 1 ? `(${words})` : words;
      });
      return parts.join(` ${rule.kind} `);
    }
    default:
      return leafWords(rule, names);
  }
}

const OWNERS = { person: "", group: "their group’s ", membership: "their membership’s " } as const;
const STATES = { seen: "saw", completed: "completed", dismissed: "dismissed", open: "are in" } as const;
const TIMES = { at_least: "at least", at_most: "at most", exactly: "exactly" } as const;
export const DAY_NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export function leafWords(leaf: RuleLeaf, names: RuleNames = NO_NAMES): string {
  switch (leaf.kind) {
    case "attribute":
      return `${OWNERS[leaf.of]}${leaf.name} ${testWords(leaf.test)}`;
    case "group":
      return `in the group ${leaf.external_id}`;
    case "segment":
      return `in the segment ${names.segment(leaf.segment_id) ?? leaf.segment_id}`;
    case "event": {
      const { op, times } = leaf.count;
      const since = leaf.within_days === undefined ? "" : ` within ${leaf.within_days} days`;
      return `did ${leaf.name} ${TIMES[op]} ${times === 1 ? "once" : `${times} times`}${since}`;
    }
    case "content":
      return `${STATES[leaf.state]} ${names.content(leaf.content_id) ?? leaf.content_id}`;
    case "url":
      return `at ${leaf.pattern}`;
    case "element":
      return `where the page has ${leaf.selector}`;
    case "device":
      return `on a ${leaf.devices.join(" or ")}`;
    case "locale":
      return `in the language ${leaf.locales.join(" or ")}`;
    case "time": {
      const days = leaf.days?.map((day) => DAY_NAMES[day - 1]).join(", ") ?? "every day";
      const hours = leaf.from === undefined ? "" : ` from ${leaf.from} to ${leaf.to ?? ""}`;
      return `${days}${hours}${leaf.zone === "utc" ? " UTC" : " their time"}`;
    }
    case "percentage":
      return `a share of ${leaf.percent} %`;
  }
}

function testWords(test: AttributeTest): string {
  const { verb } = TESTS[testKey(test)];
  if ("values" in test) return `${verb} ${test.values.map((value) => `“${value}”`).join(", ")}`;
  if ("days" in test) return `${verb} ${test.days} days`;
  if (!("value" in test)) return verb;
  return `${verb} ${typeof test.value === "string" ? `“${test.value}”` : String(test.value)}`;
}
