import { expect, test } from "bun:test";
import { FREQUENCY_MODES, type Trigger } from "@fanfare/contract/content/content";
import type { Experiment } from "@fanfare/contract/content/experiment";
import { type Candidate, evaluate, type Facts } from "@fanfare/contract/gates/evaluate";
import { SUPPRESSION_SCOPES } from "@fanfare/contract/gates/suppression";
import type { AttributeTest, Rule } from "@fanfare/contract/targeting/rule";
import { type Cause, causeText } from "@fanfare/contract/wording/cause";
import { EVIDENCE_TEXTS } from "@fanfare/contract/wording/evidence";
import { REFUSAL_TEXTS, refusal } from "@fanfare/contract/wording/refusals";
import fc from "fast-check";
import { arbitraryPage, arbitraryPerson, arbitraryRule } from "../../../../contract/test/support/arbitrary-rules.ts";
import { arabicCatalog } from "../../../test/support/arabic.ts";
import { causeLanguage } from "./cause.ts";

const ARABIC = causeLanguage("ar", arabicCatalog);
const plain = (text: string): string => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, "");
const arabic = (cause: Cause): string => plain(causeText(EVIDENCE_TEXTS, cause, ARABIC));

const REASONS: readonly Rule[] = [
  ...(["text", "number", "boolean", "date", "list"] as const).flatMap((type) => testsOf(type)),
  ...(["is_set", "is_not_set"] as const).map((op) => ({ type: "any" as const, op })),
].flatMap((of_value): readonly Rule[] =>
  (["person", "group", "membership"] as const).map((of) => ({ kind: "attribute", of, name: "pl", test: of_value })),
);

function testsOf(type: Exclude<AttributeTest["type"], "any">): readonly AttributeTest[] {
  switch (type) {
    case "text":
      return [
        ...(["is", "is_not", "contains", "not_contains", "starts_with", "ends_with"] as const).map((op) => ({
          ...{ type, op, value: "pr" },
        })),
        ...(["one_of", "none_of"] as const).map((op) => ({ type, op, values: ["pr", "fr"] })),
      ];
    case "number":
      return (["is", "is_not", "less", "at_most", "more", "at_least"] as const).map((op) => ({ type, op, value: 5 }));
    case "boolean":
      return [{ type, op: "is", value: true }];
    case "date":
      return [
        ...(["before", "after"] as const).map((op) => ({ type, op, value: "2026-11-21" })),
        ...(["within_days", "longer_ago_days"] as const).map((op) => ({ type, op, days: 7 })),
      ];
    case "list":
      return (["has", "has_not"] as const).map((op) => ({ type, op, value: "pr" }));
  }
}

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const EVENT = { kind: "event", event: "ev" } as const;
const TRIGGERS: readonly Trigger[] = [
  { kind: "automatic" },
  { kind: "manual" },
  { kind: "link" },
  EVENT,
  { ...EVENT, count: { on: "nth", n: 3 } },
  { ...EVENT, count: { on: "every", n: 3 } },
  { kind: "completed", content: "cnt_b" },
  { kind: "goal", goal: "gl" },
];
const body = { type: "tour", steps: [], suppression: { offered: true, days: 365 } } as const;
const EXPERIMENT: Experiment = { seed: "s", weight: 50, variants: [{ id: "b", name: "Bb", weight: 50, body }] };

const candidates: fc.Arbitrary<Candidate> = fc.record({
  content_id: fc.constant("cnt_a"),
  cap_left: some(fc.nat(1)),
  page_rule: some(fc.constant({ kind: "url" as const, pattern: "/x" })),
  edition: fc.record({
    targeting: fc.record({
      urls: fc.constantFrom(
        { include: [], exclude: [] },
        { include: ["/aa", "/bb"], exclude: [] },
        { include: [], exclude: ["/*"] },
        { include: ["/*"], exclude: ["/zz"] },
      ),
      audience: some(fc.oneof(arbitraryRule, fc.constantFrom(...REASONS))),
      people: some(fc.constantFrom("identified" as const, "anonymous" as const)),
    }),
    trigger: fc.constantFrom(...TRIGGERS),
    frequency: fc
      .tuple(fc.constantFrom(...FREQUENCY_MODES), some(fc.constant(48)))
      .map(([mode, cooldown_hours]) => ({ mode, cooldown_hours, every_days: mode === "every" ? 3 : undefined })),
    schedule: some(
      fc.record({
        starts_at: some(fc.constant("2026-11-21T06:00")),
        ends_at: some(fc.constant("2026-11-22T06:00")),
        zone: fc.constantFrom("utc" as const, "person" as const),
      }),
    ),
    rollout: some(fc.record({ percent: some(fc.constant(50)), holdout_percent: some(fc.constant(50)) })),
    experiment: some(fc.constant(EXPERIMENT)),
    tags: fc.constant(["tg"]),
  }),
});
const attributes = fc.constantFrom({}, { pl: "pr" }, { pl: 7 }, { pl: true }, { pl: ["pr"] }, { pl: "2026-11-20" });
const facts: fc.Arbitrary<Facts> = fc
  .record({
    now_ms: fc.constantFrom(Date.UTC(2026, 10, 21, 3), Date.UTC(2026, 10, 21, 12)),
    app_paused: some(fc.boolean()),
    published: some(fc.boolean()),
    publication_paused: some(fc.boolean()),
    person: some(
      fc
        .tuple(arbitraryPerson, attributes)
        .map(([person, own]) => ({ person_id: "per_a", ...person, attributes: { ...person.attributes, ...own } })),
    ),
    identified: some(fc.boolean()),
    events: some(fc.constantFrom([], ["ev"])),
    due: some(fc.boolean()),
    requested: some(fc.boolean()),
    history: some(
      fc.record({
        completed: fc.boolean(),
        ended: fc.boolean(),
        last_ended_ms: some(fc.constant(Date.UTC(2026, 10, 20))),
      }),
    ),
    caps: some(
      fc.array(
        fc.record({ name: fc.constant("Cc"), runs_max: fc.nat(2), window_hours: fc.constant(24), runs: fc.nat(2) }),
        { maxLength: 2 },
      ),
    ),
    suppressions: some(
      fc.array(
        fc.record({
          scope: fc.constantFrom(...SUPPRESSION_SCOPES),
          target: fc.constantFrom("cnt_a", "tg", ""),
          reason: fc.constantFrom("do_not_show_again" as const, "snoozed" as const, "admin" as const),
          expires_at_ms: fc.constant(Date.UTC(2027, 0, 1)),
        }),
        { maxLength: 3 },
      ),
    ),
    arm: some(fc.constantFrom("a" as const, "b" as const)),
    lane_free: some(fc.boolean()),
    outranked: some(fc.boolean()),
    outranked_by: some(
      fc.record({
        name: fc.constant("Nn"),
        why: fc.constantFrom("running" as const, "priority" as const, "age" as const),
      }),
    ),
    host_paused: some(fc.boolean()),
    consent: some(fc.boolean()),
    target: some(fc.constantFrom("found" as const, "hidden" as const, "missing" as const)),
    sdk_blocked: some(fc.boolean()),
    page_outdated: some(fc.boolean()),
  })
  .chain((own) => arbitraryPage.map((page) => ({ ...own, ...page })));

/** Values of the candidates and facts, which stay untranslated. */
const VALUES =
  /"[^"]*"|cnt_\w+|seg_\w+|[\w-]*T\d\d:\d\d[\w:.]*|\b(ev|gl|tg|pl|pr|fr|Nn|Cc|Bb|UTC|A|B|true|false)\b|\/\w*\*?|/g;

test("shows the evidence of every gate in Arabic", () => {
  const inputs = fc.sample(fc.tuple(candidates, facts), { seed: 20_261_121, numRuns: 300 });
  const causes = inputs.flatMap(([candidate, known]) =>
    evaluate(candidate, known).evidence.flatMap((each) => each.causes),
  );
  expect(new Set(causes.map(({ code }) => code)).size).toBeGreaterThan(60);
  const filled = new Set(causes.map(arabic));
  const english = [...filled].filter((text) =>
    /\{|\b(the|is|are|not|of|in|has|was|for|by|with|expected)\b/.test(text.replace(VALUES, "")),
  );
  expect(english.slice(0, 20)).toEqual([]);
  expect([...filled].filter((text) => !/\p{Script=Arabic}/u.test(text))).toEqual([]);
  // Generous for slow machines.
}, 30_000);

test("counts and joins in Arabic", () => {
  const cause = { code: "repeats_after_days", values: { days: 2 } };
  expect(arabic(cause)).toBe("يمكن عرضه كل يومين.");
  const device = { code: "phone", values: {} };
  const devices = [device, { code: "tablet", values: {} }];
  expect(arabic({ code: "device", values: { device: "desktop", devices } })).toBe(
    "الجهاز حاسوب، والمطلوب هاتف أو جهاز لوحي",
  );
});

test("translates the field message of a refusal", () => {
  const cause = refusal("field_invalid", { field: "e-mail", message: "Enter a name." });
  const text = plain(causeText(REFUSAL_TEXTS, cause, ARABIC));
  expect(text).toBe("e-mail: أدخل اسمًا.");
});

test("writes the times of a schedule as people do, without moving them to another zone", () => {
  const values = { from: "2026-11-29T08:00", to: "2026-12-30T08:05", zone: "person" };
  expect(causeText(EVIDENCE_TEXTS, { code: "scheduled_between", values }, causeLanguage("en", undefined))).toBe(
    "Scheduled from Nov 29, 2026, 08:00 until Dec 30, 2026, 08:05 in the person’s time zone.",
  );
});
