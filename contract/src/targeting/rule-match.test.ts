import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { arbitraryPage, arbitraryPerson, arbitraryRule } from "../../test/support/arbitrary-rules.ts";
import type { Ternary } from "../lib/three-valued.ts";
import { evidenceText } from "../wording/evidence.ts";
import { matchesPage } from "./page-rule.ts";
import type { AttributeTest, Rule, RuleLeaf } from "./rule.ts";
import type { GroupFact, RuleFacts } from "./rule-facts.ts";
import { matchesRule, residualPageRule } from "./rule-match.ts";
import { ruleReasons } from "./rule-reasons.ts";

describe("any rule and facts", () => {
  test("never flips a result when a fact is missing", () => {
    fc.assert(
      fc.property(
        arbitraryRule,
        arbitraryPerson,
        arbitraryPage,
        fc.subarray([
          "now_ms",
          "attributes",
          "groups",
          "segment",
          "event_count",
          "event_history",
          "device",
          "url",
          "element",
        ]),
        (rule, person, page, forgotten) => {
          const known = { ...person, ...page };
          const fewer: RuleFacts = Object.fromEntries(
            Object.entries(known).filter(([name]) => !forgotten.includes(name)),
          );
          const truth = matchesRule(rule, fewer);
          if (truth !== undefined) expect<Ternary>(truth).toBe(matchesRule(rule, known) as boolean);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("gives the same result in two places as in one, or unknown", () => {
    fc.assert(
      fc.property(arbitraryRule, arbitraryPerson, arbitraryPage, (rule, person, page) => {
        const part = residualPageRule(rule, person);
        if (part === undefined) return;
        const there = typeof part === "object" ? matchesPage(part, page) : part;
        expect<Ternary>(there).toBe(matchesRule(rule, { ...person, ...page }) as boolean);
      }),
      { numRuns: 2_000 },
    );
  });

  test("decides everything on the server that doesn't depend on the page", () => {
    fc.assert(
      fc.property(arbitraryRule, arbitraryPerson, (rule, person) => {
        const whole = matchesRule(rule, person);
        if (whole !== undefined) expect<unknown>(residualPageRule(rule, person)).toBe(whole);
      }),
    );
  });

  test("leaves only page conditions for the page", () => {
    fc.assert(
      fc.property(arbitraryRule, arbitraryPerson, (rule, person) => {
        const kinds = JSON.stringify(residualPageRule(rule, person) ?? null).matchAll(/"kind":"(\w+)"/g);
        for (const [, kind] of kinds) expect(["and", "or", "not", "url", "element"]).toContain(kind as string);
      }),
      { numRuns: 1_000 },
    );
  });

  test("ignores the order within and and or", () => {
    const turned = (rule: Rule): Rule =>
      "rules" in rule
        ? { ...rule, rules: rule.rules.map(turned).toReversed() }
        : rule.kind === "not"
          ? { ...rule, rule: turned(rule.rule) }
          : rule;
    fc.assert(
      fc.property(arbitraryRule, arbitraryPerson, arbitraryPage, (rule, person, page) => {
        const known = { ...person, ...page };
        expect<Ternary>(matchesRule(turned(rule), known)).toBe(matchesRule(rule, known) as boolean);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("attribute condition", () => {
  const now_ms = Date.UTC(2026, 10, 21);
  const asked = (
    attribute_test: AttributeTest,
    value: string | number | boolean | readonly string[] | undefined,
  ): Ternary =>
    matchesRule(
      { kind: "attribute", of: "person", name: "a", test: attribute_test },
      { now_ms, attributes: value === undefined ? {} : { a: value } },
    );
  const cases: readonly (readonly [AttributeTest, Parameters<typeof asked>[1], Ternary])[] = [
    [{ type: "text", op: "is", value: "pro" }, "pro", true],
    [{ type: "text", op: "is", value: "pro" }, "Pro", false],
    [{ type: "text", op: "contains", value: "ro" }, "pro", true],
    [{ type: "text", op: "not_contains", value: "ro" }, undefined, true],
    [{ type: "text", op: "starts_with", value: "p" }, "pro", true],
    [{ type: "text", op: "ends_with", value: "p" }, "pro", false],
    [{ type: "text", op: "none_of", values: ["pro"] }, "free", true],
    // Other tools silently get this wrong.
    [{ type: "text", op: "is", value: "true" }, true, undefined],
    [{ type: "number", op: "at_least", value: 5 }, "7", undefined],
    [{ type: "number", op: "less", value: 5 }, 4, true],
    [{ type: "number", op: "is_not", value: 5 }, undefined, true],
    [{ type: "boolean", op: "is", value: false }, false, true],
    [{ type: "boolean", op: "is", value: false }, undefined, false],
    [{ type: "date", op: "before", value: "2026-01-02" }, "2026-01-01", true],
    [{ type: "date", op: "after", value: "2026-01-02" }, "2026-01-02T00:00:01Z", true],
    [{ type: "date", op: "within_days", days: 7 }, "2026-11-15", true],
    [{ type: "date", op: "within_days", days: 7 }, "2026-11-22", false],
    [{ type: "date", op: "longer_ago_days", days: 7 }, "2026-11-13", true],
    [{ type: "date", op: "within_days", days: 7 }, "yesterday", undefined],
    [{ type: "list", op: "has", value: "x" }, ["x", "y"], true],
    [{ type: "list", op: "has_not", value: "x" }, ["x"], false],
    [{ type: "list", op: "has", value: "x" }, "x", undefined],
    [{ type: "any", op: "is_set" }, 0, true],
    [{ type: "any", op: "is_not_set" }, undefined, true],
  ];
  test.each(cases)("%j of %j", (attribute_test, value, truth) => {
    expect<Ternary>(asked(attribute_test, value)).toBe(truth as boolean);
  });

  test("ignores inherited object properties", () => {
    const rule: Rule = { kind: "attribute", of: "person", name: "toString", test: { type: "any", op: "is_set" } };
    expect(matchesRule(rule, { attributes: {} })).toBe(false);
  });

  test("counts events of any of the person's groups, none without a group, and nothing while they're unknown", () => {
    const rule: Rule = { kind: "group_event", name: "x", count: { op: "at_least", times: 3 }, within_days: 30 };
    const never: Rule = { ...rule, count: { op: "at_most", times: 0 } };
    const group = (n: number | undefined) => ({
      ...{ external_id: `${n}`, attributes: {}, membership: {}, event_count: () => n },
    });
    expect(matchesRule(rule, { groups: [group(1), group(3)] })).toBe(true);
    expect(matchesRule(rule, { groups: [group(1), group(2)] })).toBe(false);
    expect(matchesRule(rule, { groups: [group(1), group(undefined)] })).toBe(undefined);
    expect(matchesRule(rule, {})).toBe(undefined);
    expect([matchesRule(rule, { groups: [] }), matchesRule(never, { groups: [] })]).toEqual([false, true]);
    expect(evidenceText(ruleReasons(rule, { groups: [group(1), group(2)] }))).toBe(
      "x occurred 2 times in 2 in the last 30 days, expected at least 3",
    );
    expect(evidenceText(ruleReasons(rule, { groups: [] }))).toBe("doesn't belong to any group");
  });

  test("tests when an event first or last happened in any of the person's groups", () => {
    const now_ms = Date.UTC(2026, 10, 21);
    const day = (ago: number): number => now_ms - ago * 86_400_000;
    const rule: Rule = {
      ...{ kind: "group_event_time", name: "x", which: "first" },
      test: { type: "date", op: "longer_ago_days", days: 7 },
    };
    const last: Rule = { ...rule, which: "last" };
    const group = (event_times: GroupFact["event_times"]) => ({
      ...{ external_id: "acme", attributes: {}, membership: {}, event_times },
    });
    const groups = [group(() => null), group(() => ({ first_ms: day(9), last_ms: day(2) }))];
    expect([matchesRule(rule, { now_ms, groups }), matchesRule(last, { now_ms, groups })]).toEqual([true, false]);
    expect(matchesRule(rule, { now_ms, groups: [group(() => undefined)] })).toBe(undefined);
    expect(matchesRule(rule, { now_ms, groups: [] })).toBe(false);
    expect(evidenceText(ruleReasons(last, { now_ms, groups }))).toBe(
      "x last occurred in acme at 2026-11-19T00:00:00.000Z, expected more than 7 days ago",
    );
  });

  test("matches a group attribute in any of the person's groups", () => {
    const rule: Rule = { kind: "attribute", of: "group", name: "n", test: { type: "number", op: "more", value: 3 } };
    const group = (n: number) => ({ external_id: `${n}`, attributes: { n }, membership: {} });
    expect(matchesRule(rule, { groups: [group(1), group(7)] })).toBe(true);
    expect(matchesRule(rule, { groups: [group(1)] })).toBe(false);
    expect(matchesRule(rule, { groups: [] })).toBe(false);
    expect<Ternary>(matchesRule(rule, {})).toBeUndefined();
  });
});

describe("weekly schedule", () => {
  // Saturday, November 21, 2026
  const at = (clock: string, zone: string): RuleFacts => ({
    now_ms: Date.parse(`2026-11-21T${clock}:00Z`),
    time_zone: zone,
  });
  const hours = (from: string, to: string, days?: readonly number[]): RuleLeaf => ({
    kind: "time",
    from,
    to,
    days,
    zone: "person",
  });
  const cases: readonly (readonly [string, RuleLeaf, RuleFacts, Ternary])[] = [
    ["counts from its first minute", hours("09:00", "17:00"), at("08:00", "Europe/Zurich"), true],
    ["ends before its last", hours("09:00", "17:00"), at("16:00", "Europe/Zurich"), false],
    ["goes by the person's clock", hours("09:00", "17:00"), at("08:00", "America/New_York"), false],
    ["goes over midnight", hours("22:00", "06:00"), at("23:30", "UTC"), true],
    ["belongs to the day on which it began", hours("22:00", "06:00", [5]), at("03:00", "UTC"), true],
    ["and not to the next", hours("22:00", "06:00", [6]), at("03:00", "UTC"), false],
    ["may be whole days", { kind: "time", days: [6, 7], zone: "utc" }, at("12:00", "UTC"), true],
    ["is unknown in a zone that does not exist", hours("00:00", "23:59"), at("12:00", "Mars/Base"), undefined],
  ];
  test.each(cases)("%s", (_, rule, facts, truth) => {
    expect<Ternary>(matchesRule(rule, facts)).toBe(truth as boolean);
  });
});

test("asks the page for an element with the state and the text, and explains both", () => {
  const rule: Rule = { kind: "element", selector: "#pay", state: "disabled", text: "Pay" };
  const part = residualPageRule(rule, {});
  expect(part).toEqual(rule);
  const asked: unknown[] = [];
  const element = (condition: unknown): boolean => asked.push(condition) > 1;
  expect([matchesRule(rule, { element }), matchesRule(rule, { element })]).toEqual([false, true]);
  expect(asked).toEqual([rule, rule]);
  const explained = (is_there: boolean | undefined) => evidenceText(ruleReasons(rule, { element: () => is_there }));
  expect(explained(true)).toBe('the page has #pay (disabled; text that contains "Pay")');
});

test("matches the regions of a language, but not languages that start alike", () => {
  const rule: Rule = { kind: "locale", locales: ["de"] };
  expect(["de", "DE-ch", "den", "en"].map((locale) => matchesRule(rule, { locale }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
