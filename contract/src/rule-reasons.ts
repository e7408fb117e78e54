import { type AttributeValue, attributeOf, attributeType } from "./attribute.ts";
import type { AttributeTest, Rule, RuleLeaf } from "./rule.ts";
import type { RuleFacts } from "./rule-facts.ts";
import { matches } from "./rule-match.ts";
import type { Truth } from "./truth.ts";

/**
 * Why a rule says what it says: a sentence for each question that decides, and no other.
 *
 * @example
 * reasons(rule, facts); // ['plan is "free", and it should be "pro"']
 */
export function reasons(rule: Rule, facts: RuleFacts): readonly string[] {
  return deciding(rule, facts, matches(rule, facts)).map((leaf) => sentence(leaf, facts));
}

function deciding(rule: Rule, facts: RuleFacts, truth: Truth): readonly RuleLeaf[] {
  switch (rule.kind) {
    case "and":
    case "or": {
      const alike = rule.rules.filter((each) => matches(each, facts) === truth);
      // One false is enough for `and`, one true for `or`; the other way round it takes all of them.
      const settled = truth === (rule.kind === "or") ? alike.slice(0, 1) : alike;
      return settled.flatMap((each) => deciding(each, facts, truth));
    }
    case "not":
      return deciding(rule.rule, facts, matches(rule.rule, facts));
    default:
      return [rule];
  }
}

function sentence(leaf: RuleLeaf, facts: RuleFacts): string {
  const truth = matches(leaf, facts);
  const say = (yes: string, no: string, unknown: string): string => (truth === undefined ? unknown : truth ? yes : no);
  switch (leaf.kind) {
    case "attribute":
      return attributeSentence(leaf, facts, truth);
    case "group":
      return say(
        `belongs to ${leaf.external_id}`,
        `does not belong to ${leaf.external_id}`,
        "the groups are not known",
      );
    case "segment":
      return say(
        `is in the segment ${leaf.segment_id}`,
        `is not in the segment ${leaf.segment_id}`,
        `whether the segment ${leaf.segment_id} has this person is not known`,
      );
    case "event": {
      const count = facts.event_count?.(leaf.name, leaf.within_days);
      const within = leaf.within_days === undefined ? "" : ` in ${leaf.within_days} days`;
      return count === undefined
        ? `how often ${leaf.name} happened is not known`
        : `${leaf.name} happened ${count} times${within}, wanted ${leaf.count.op.replace("_", " ")} ${leaf.count.times}`;
    }
    case "content":
      return say(
        `${leaf.content_id} is ${leaf.state}`,
        `${leaf.content_id} is not ${leaf.state}`,
        `whether ${leaf.content_id} is ${leaf.state} is not known`,
      );
    case "url":
      return say(
        `the address matches ${leaf.pattern}`,
        `the address does not match ${leaf.pattern}`,
        "the address is not known",
      );
    case "element":
      return say(
        `the page has ${leaf.selector}`,
        `the page has no ${leaf.selector}`,
        `whether the page has ${leaf.selector} is not known`,
      );
    case "device":
      return facts.device === undefined
        ? "the device is not known"
        : `the device is a ${facts.device}, wanted ${leaf.devices.join(" or ")}`;
    case "locale":
      return facts.locale === undefined
        ? "the language is not known"
        : `the language is ${facts.locale}, wanted ${leaf.locales.join(" or ")}`;
    case "time":
      return say("it is within the hours", "it is outside the hours", "the person's time zone is not known");
    case "percentage":
      return say(
        `falls within ${leaf.percent} %`,
        `falls outside ${leaf.percent} %`,
        "which part of all people it is, is not known",
      );
  }
}

function attributeSentence(
  { of, name, test }: Extract<RuleLeaf, { kind: "attribute" }>,
  facts: RuleFacts,
  truth: Truth,
): string {
  const owner = of === "person" ? "" : `${of}'s `;
  const values = valuesOf(of, name, facts);
  if (values === undefined) return `${owner}${name} is not known`;
  const [value] = values;
  const wanted = wantedOf(test);
  if (value === undefined) return `${owner}${name} is not set, wanted ${wanted}`;
  const shown = values.map((each) => JSON.stringify(each)).join(", ");
  // A type that does not fit is the commonest surprise, so it is said as such.
  if (truth === undefined) {
    return `${owner}${name} is ${shown}, which is ${attributeType(value) ?? "nothing"} and no ${test.type}, wanted ${wanted}`;
  }
  return `${owner}${name} is ${shown}, wanted ${wanted}`;
}

function valuesOf(
  of: "person" | "group" | "membership",
  name: string,
  { attributes, groups }: RuleFacts,
): readonly AttributeValue[] | undefined {
  const owners =
    of === "person"
      ? attributes && [attributes]
      : groups?.map((group) => (of === "group" ? group.attributes : group.membership));
  return owners?.map((owner) => attributeOf(owner, name)).filter((value) => value !== undefined);
}

function wantedOf(test: AttributeTest): string {
  const op = test.op.replaceAll("_", " ");
  if ("value" in test) return `${op} ${JSON.stringify(test.value)}`;
  if ("values" in test) return `${op} ${test.values.map((value) => JSON.stringify(value)).join(", ")}`;
  return "days" in test ? `${op.replace(" days", "")} ${test.days} days` : op;
}
