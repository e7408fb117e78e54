import fc from "fast-check";
import { ELEMENT_STATES, type ElementCondition } from "../../src/targeting/page-rule.ts";
import type { PropertyTest, Rule, RuleLeaf } from "../../src/targeting/rule.ts";
import type { RuleFacts } from "../../src/targeting/rule-facts.ts";

const PATTERNS = ["/", "/orders/*", "https://shop.example/*"];
const SELECTORS = ["#cart", "#pay"];

const BIG: PropertyTest = { name: "total", test: { type: "number", op: "between", min: 20, max: 100 } };

/** Conditions of every kind, over few values, so that they match often. */
const personLeaves: fc.Arbitrary<RuleLeaf> = fc.oneof(
  fc.constantFrom<RuleLeaf>(
    { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } },
    { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is_not", value: "pro" } },
    { kind: "attribute", of: "person", name: "seats", test: { type: "number", op: "at_least", value: 5 } },
    { kind: "attribute", of: "group", name: "plan", test: { type: "any", op: "is_set" } },
    { kind: "attribute", of: "membership", name: "role", test: { type: "text", op: "one_of", values: ["admin"] } },
    { kind: "group", external_id: "acme" },
    { kind: "segment", segment_id: "seg_a" },
    { kind: "event", name: "x", count: { op: "at_least", times: 2 }, within_days: 7 },
    { ...{ kind: "event", name: "x", props: [BIG] }, count: { op: "at_most", times: 0 } },
    { kind: "event_time", event: { name: "x" }, which: "last", test: { type: "date", op: "within_days", days: 7 } },
    { kind: "event_sequence", first: { name: "x" }, next: { name: "x", props: [BIG] }, within_days: 7 },
    { kind: "group_event", name: "x", count: { op: "at_least", times: 2 }, within_days: 7 },
    { kind: "group_event_time", name: "x", which: "first", test: { type: "date", op: "longer_ago_days", days: 7 } },
    { kind: "content", content_id: "cnt_a", state: "completed" },
    { kind: "device", devices: ["phone"] },
    { kind: "locale", locales: ["de"] },
    { kind: "time", from: "09:00", to: "17:00", zone: "person" },
    { kind: "percentage", percent: 50, salt: "a" },
  ),
);
const pageLeaves: fc.Arbitrary<RuleLeaf> = fc.oneof(
  fc.constantFrom(...PATTERNS).map((pattern): RuleLeaf => ({ kind: "url", pattern })),
  fc
    .record({
      selector: fc.constantFrom(...SELECTORS),
      state: fc.constantFrom(undefined, ...ELEMENT_STATES),
      text: fc.constantFrom(undefined, "Paid"),
    })
    .map((condition): RuleLeaf => ({ kind: "element", ...condition })),
);

const treeOf = (leaf: fc.Arbitrary<RuleLeaf>): fc.Arbitrary<Rule> =>
  fc.letrec<{ rule: Rule }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      leaf,
      fc.record({
        kind: fc.constantFrom("and" as const, "or" as const),
        rules: fc.array(tie("rule"), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant("not" as const), rule: tie("rule") }),
    ),
  })).rule;

export const arbitraryRule: fc.Arbitrary<Rule> = treeOf(fc.oneof(personLeaves, pageLeaves));

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

export const arbitraryPerson: fc.Arbitrary<RuleFacts> = fc.record({
  now_ms: some(fc.constantFrom(Date.UTC(2026, 10, 21, 3), Date.UTC(2026, 10, 21, 12))),
  person_id: some(fc.constantFrom("per_a", "per_b", "per_c")),
  attributes: some(fc.constantFrom({}, { plan: "pro", seats: 7 }, { plan: "free", seats: "many" })),
  groups: some(
    fc.subarray([
      { external_id: "acme", attributes: { plan: "big" }, membership: { role: "admin" } },
      { external_id: "zoo", attributes: {}, membership: {} },
    ]),
  ),
  segment: some(fc.constantFrom(true, false, undefined).map((truth) => () => truth)),
  event_count: some(fc.nat(3).map((count) => () => count)),
  event_history: some(
    fc
      .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom({}, { total: 5 }, { total: 50 })), {
        maxLength: 3,
      })
      .map((events) => {
        const at = (days: number): number => Date.UTC(2026, 10, 21) - days * 86_400_000;
        const latest = events
          .toSorted(([a], [b]) => a - b)
          .map(([days, props], index) => ({ id: String(9 - index), at_ms: at(days), happened_ms: at(days), props }));
        return () => ({ latest, first_ms: latest.at(-1)?.at_ms });
      }),
  ),
  content_state: some(fc.boolean().map((truth) => () => truth)),
  device: some(fc.constantFrom("phone" as const, "desktop" as const)),
  locale: some(fc.constantFrom("de-CH", "den", "en")),
  time_zone: some(fc.constantFrom("Europe/Zurich", "America/New_York")),
});

export const arbitraryPage: fc.Arbitrary<RuleFacts> = fc.record({
  url: some(fc.constantFrom("https://shop.example/", "https://shop.example/orders/7", "https://other.example/a")),
  element: some(
    fc
      .subarray(SELECTORS)
      .map(
        (there) => (asked: Pick<ElementCondition, "selector" | "state">) =>
          asked.state !== "checked" && there.includes(asked.selector),
      ),
  ),
});
