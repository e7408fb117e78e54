import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FREQUENCY_MODES, type Trigger } from "@fanfare/contract/content";
import type { Experiment } from "@fanfare/contract/experiment";
import { columnsProblem, guessColumns, personOf } from "@fanfare/contract/import-columns";
import { problems } from "@fanfare/contract/problem";
import type { AttributeTest, Rule } from "@fanfare/contract/rule";
import { arbitraryPage, arbitraryPerson, arbitraryRule } from "@fanfare/contract/rule-arbitraries.contract";
import { type Candidate, evaluate, type Facts } from "@fanfare/contract/rules";
import { SUPPRESSION_SCOPES } from "@fanfare/contract/suppression";
import fc from "fast-check";
import { catalogue, rooms } from "./ar/catalogue.ts";
import { dictionaryOf } from "./catalogue.ts";
import { tKnown } from "./t.ts";

const ROOT = join(import.meta.dirname, "../../..");
const dictionary = dictionaryOf(catalogue, rooms.contract);
const arabic = (text: string): string => tKnown(text, "", dictionary);
const isSaid = (text: string): boolean => arabic(text) !== text;

test("every problem has its title and its sentence in Arabic", () => {
  const missing = Object.entries(problems).flatMap(([code, { title }]) =>
    [title, `##${code}`].filter((text) => !Object.hasOwn(catalogue, text)),
  );
  expect(missing).toEqual([]);
});

/** The sentences that stand in a file between double quotes, or between grave accents with any value in the names. */
function sentencesOf(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), "utf8").replaceAll(/^ *(\/\/|\*|\/\*\*).*$/gm, "");
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/g)]
    .map(([, plain, filled]) => plain ?? (filled ?? "").replaceAll(/\$\{[^}]*\}/g, "7"))
    .filter((text) => /^[A-Z0-9][^`]* [^`]*\.$/.test(text));
}

test("what the schemas of the contract say of a field is there in Arabic", () => {
  const files = readdirSync(join(ROOT, "contract/src/schema")).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sentences = files.flatMap((file) => sentencesOf(`contract/src/schema/${file}`));
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.filter((text) => !isSaid(text))).toEqual([]);
});

test("why a row of a file of people is refused is told in Arabic, with what stands in it", () => {
  const columns = guessColumns(["id", "seats", "admin"], [["u_1", "3", "yes"]]);
  const rows = [
    ["", "3"],
    ["u_2", "many"],
    ["u_3", "1", "perhaps"],
    ["u_4", "1", "yes", "x"],
    ["u_5", "9".repeat(5_000)],
  ];
  const [id] = columns;
  const said = [
    ...rows.map((fields, index) => personOf({ line: index + 2, fields }, columns)),
    columnsProblem([]),
    columnsProblem(id === undefined ? [] : [id, id]),
    columnsProblem([...columns, { name: "1", attribute: "1", use: "text" }]),
    columnsProblem([...columns, ...columns.slice(1, 2)]),
  ].map(String);
  expect(said.filter((text) => !isSaid(text))).toEqual([]);
  expect(arabic("seats: “many” is no number.")).toContain("many");
});

test("why a row of a file of translations is refused is told in Arabic, with its sizes", () => {
  const files = ["server/src/engage/translation-file.ts", "server/src/engage/draft-text.ts"];
  // What is wrong with the file as a whole is a problem, and said by its code.
  const sentences = files.flatMap(sentencesOf).filter((text) => !text.startsWith("The first line must name"));
  expect(sentences.length).toBeGreaterThan(6);
  expect(sentences.filter((text) => !isSaid(text))).toEqual([]);
});

test("what a role may do is there in Arabic", () => {
  const source = readFileSync(join(ROOT, "server/src/accounts/policy-words.ts"), "utf8");
  const words = [...source.matchAll(/^ {2}"[\w.]+": "(.+)",$/gm)].map(([, says]) => says ?? "");
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter((text) => !isSaid(text))).toEqual([]);
});

/** Words of the contract's sentences, which are no part of a value below. */
const ENGLISH =
  /\b(is|are|not|no|the|it|known|wanted|of|in|at|least|most|was|were|has|have|with|every|times|days|hours|whether|belongs|this|and|or|drew|never|one|none|set|by|from|until|text|number|phone|desktop|tablet|seen|completed|dismissed|open)\b/i;

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
    outranked_by: fc.constantFrom("Nn", undefined),
    host_paused: some(fc.boolean()),
    consent: some(fc.boolean()),
    target: some(fc.constantFrom("found" as const, "hidden" as const, "missing" as const)),
    sdk_blocked: some(fc.boolean()),
    page_outdated: some(fc.boolean()),
  })
  .chain((own) => arbitraryPage.map((page) => ({ ...own, ...page })));

test("why somebody sees something or does not is said in Arabic, whichever gate says it", () => {
  const asked = fc.sample(fc.tuple(candidates, facts), { seed: 20_261_121, numRuns: 300 });
  const said = new Set(
    asked.flatMap(([candidate, known]) => evaluate(candidate, known).evidence.map((each) => each.evidence)),
  );
  expect(said.size).toBeGreaterThan(100);
  const english = [...said].map((text) => ({ text, said: arabic(text) })).filter((each) => ENGLISH.test(each.said));
  expect(english.slice(0, 20)).toEqual([]);
  // A machine with other work is slower, and no less right.
}, 30_000);
