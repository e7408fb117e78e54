import { describe, expect, test } from "bun:test";
import { FREQUENCY_MODES, type Trigger } from "@fanfare/contract/content/content";
import { type CapGroup, remainingRuns } from "@fanfare/contract/gates/cap-group";
import { evaluate, PERSONAL_GATES } from "@fanfare/contract/gates/evaluate";
import { PAGE_ONLY_GATES } from "@fanfare/contract/gates/gates";
import { PAGE_GATES } from "@fanfare/contract/gates/page-gates";
import { SUPPRESSION_SCOPES } from "@fanfare/contract/gates/suppression";
import type { ContentId, RunId, VersionId } from "@fanfare/contract/lib/ids";
import { HOUR_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { matchesPage } from "@fanfare/contract/targeting/page-rule";
import fc from "fast-check";
import { arbitraryPage, arbitraryPerson, arbitraryRule } from "../../../../contract/test/support/arbitrary-rules.ts";
import { appRecord } from "../../../test/support/v1-server.ts";
import { NO_GROUP_PROGRESS } from "../group-progress/group-progress.ts";
import { decide, serverFacts } from "./decisions.ts";
import type { PersonFacts } from "./person-facts.ts";
import { type PublishedContent, publishedContent } from "./published-content.ts";

const IDS = ["cnt_a", "cnt_b", "cnt_c"] as ContentId[]; // Cast: short IDs make counterexamples readable.
const TAGS = ["sales", "onboarding"];
const app = appRecord();

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const CAPS: readonly CapGroup[] = [
  { name: "all", runs_max: 2, window_hours: 24, covers: { types: [], tags: [] } },
  { name: "sales", runs_max: 1, window_hours: 24, covers: { types: [], tags: ["sales"] } },
];

const edition = fc
  .record({
    trigger: fc.constantFrom<Trigger>(
      { kind: "automatic" },
      { kind: "manual" },
      { kind: "event", event: "x" },
      { kind: "goal", goal: "g" },
    ),
    frequency: fc
      .constantFrom(...FREQUENCY_MODES)
      .map((mode) => (mode === "every" ? { mode, every_days: 1 } : { mode, cooldown_hours: 1 })),
    targeting: fc.record({
      urls: fc.record({ include: fc.subarray(["/", "/a"]), exclude: fc.subarray(["/b"]) }),
      audience: some(arbitraryRule),
      people: some(fc.constantFrom("identified", "anonymous")),
    }),
    schedule: some(fc.constant({ starts_at: "1970-01-01T00:01" })),
    rollout: some(fc.record({ percent: some(fc.constant(50)), holdout_percent: some(fc.constant(50)) })),
    tags: fc.subarray(TAGS),
  })
  .map((fields) => {
    const body = { type: "tour", steps: [{ kind: "centered", id: "s", title: "s", blocks: [] }] };
    const parsed = editionSchema.safeParse({ body, ...fields });
    // Fallback for a generated tree that exceeds the schema's limits.
    return parsed.data ?? editionSchema.parse({ body });
  });

const contents: fc.Arbitrary<readonly PublishedContent[]> = fc
  .tuple(fc.subarray(IDS), fc.array(edition, { minLength: 3, maxLength: 3 }), fc.subarray([...CAPS]))
  .map(([ids, editions, caps]) =>
    ids.flatMap((content_id, index) => {
      const each = editions[index];
      const row = {
        content_id,
        slug: content_id,
        name: content_id,
        created_at: 0,
        version_id: "ver_1" as VersionId,
        version_number: 1,
      };
      return each === undefined ? [] : [publishedContent(row, each, caps)];
    }),
  );

const facts: fc.Arbitrary<PersonFacts> = fc.record({
  suppressions: fc
    .array(
      fc.record({
        scope: fc.constantFrom(...SUPPRESSION_SCOPES),
        target: fc.constantFrom(...IDS, ...TAGS, ""),
        reason: fc.constantFrom("do_not_show_again" as const, "snoozed" as const, "admin" as const),
        expires_at: fc.nat(20),
      }),
      { maxLength: 3 },
    )
    .map((rows) =>
      rows.map((row) => ({
        ...row,
        expires_at_ms: row.expires_at,
        id: "sup_1" as never,
        app_id: app.id,
        person_id: "per_1" as never,
        created_at: 0,
      })),
    ),
  runs: fc.array(fc.tuple(fc.constantFrom(...IDS), fc.boolean(), fc.boolean(), fc.boolean()), { maxLength: 3 }).map(
    (entries) =>
      new Map(
        entries.map(([id, completed, ended, open]) => [
          id,
          {
            history: { completed, ended, last_ended_ms: 0 },
            open: open ? { run_id: "run_1" as RunId, version_id: "ver_1", step_id: "s", seq: 1 } : null,
          },
        ]),
      ),
  ),
  rules: arbitraryPerson,
  responses: fc.constant(new Map()),
  responded: fc.constant(new Set<string>()),
  group_progress: fc.constant(NO_GROUP_PROGRESS),
  identified: fc.boolean(),
  arms: fc
    .subarray([...IDS])
    .map((ids) => new Map(ids.map((id, index) => [id, index % 2 === 0 ? "holdout" : "a"] as const))),
  due: fc.subarray([...IDS]).map((ids) => new Map(ids.map((id) => [id, "goal:1"]))),
  cap: fc.nat(2).map((runs) => ({ name, runs_max, window_hours }: CapGroup) => ({
    name,
    runs_max,
    window_hours,
    runs,
  })),
});

describe("decide", () => {
  test("agrees with evaluate for every content and person", () => {
    fc.assert(
      fc.property(contents, facts, fc.nat(20), (list, known, now_ms) => {
        const { eligible: admitted, hidden: refused } = decide(app, list, known, now_ms);
        for (const content of list) {
          const on_server = serverFacts(app, content, known, now_ms);
          const result = evaluate(content, on_server);
          const mine = admitted.find((each) => each.content === content);
          const hidden = refused.find((each) => each.content === content);
          if (result.outcome === "hide") {
            expect(mine).toBeUndefined();
            expect(hidden?.gate).toBe(PERSONAL_GATES.includes(result.gate) ? result.gate : (undefined as never));
            continue;
          }
          expect(hidden).toBeUndefined();
          const gates = result.outcome === "unknown" ? result.gates : [];
          if (gates.some((gate) => !PAGE_ONLY_GATES.includes(gate))) {
            expect(mine).toBeUndefined();
            continue;
          }
          expect(mine?.pending_gates).toEqual(gates.filter((gate) => PAGE_GATES.some((each) => each === gate)));
          expect(mine?.past.open ?? null).toEqual(known.runs.get(content.content_id)?.open ?? null);
          expect(mine?.cap_left).toBe(remainingRuns(on_server.caps ?? []) as number);
        }
        expect(admitted.length + refused.length).toBeLessThanOrEqual(list.length);
      }),
      { numRuns: 300 },
    );
  });

  test("agrees with evaluate after the page applies its own conditions", () => {
    fc.assert(
      fc.property(contents, facts, arbitraryPage, fc.nat(20), (list, known, page, now_ms) => {
        const { eligible: admitted } = decide(app, list, known, now_ms);
        for (const { content, page_rule } of admitted) {
          const whole = evaluate(content, { ...serverFacts(app, content, known, now_ms), ...page });
          const element = whole.evidence.find(({ gate }) => gate === "element")?.status;
          const there = page_rule === undefined ? true : matchesPage(page_rule, page);
          expect(element).toBe(there === undefined ? "unknown" : there ? "pass" : "block");
        }
      }),
      { numRuns: 200 },
    );
  });

  test("never hides content when a cap group has more room", () => {
    fc.assert(
      fc.property(contents, facts, (list, known) => {
        const roomy: PersonFacts = {
          ...known,
          cap: (group) => ({ ...known.cap(group), runs_max: group.runs_max + 1 }),
        };
        const before = decide(app, list, known, 10).eligible.map(({ content }) => content);
        const after = decide(app, list, roomy, 10).eligible.map(({ content }) => content);
        expect(before.filter((content) => !after.includes(content))).toEqual([]);
      }),
    );
  });

  test("keeps the order of content", () => {
    fc.assert(
      fc.property(contents, facts, (list, known) => {
        const { eligible: admitted } = decide(app, list, known, 10);
        expect(admitted.map(({ content }) => content)).toEqual(
          list.filter((content) => admitted.some((each) => each.content === content)),
        );
      }),
    );
  });

  test("decides nothing in a paused app", () => {
    fc.assert(
      fc.property(contents, facts, (list, known) => {
        expect(decide({ ...app, paused: true }, list, known, 10)).toEqual({ eligible: [], held_out: [], hidden: [] });
      }),
    );
  });
});

test("ends a banner without a text for that with its countdown, in the person's time zone", () => {
  const countdown = { ends_at: "1970-01-01T12:00", zone: "person" };
  const stored = editionSchema.parse({
    body: { type: "announcement", form: "banner", panels: [{ id: "a", title: "Sale" }], countdown },
  });
  const row = { content_id: "cnt_1" as ContentId, slug: "sale", name: "Sale", created_at: 0, version_number: 1 };
  const sale = publishedContent({ ...row, version_id: "ver_1" as VersionId }, stored);
  const shownAt = (hour: number, time_zone: string): number => {
    const now_ms = hour * HOUR_MS;
    const person: PersonFacts = {
      ...{ suppressions: [], runs: new Map(), arms: new Map(), due: new Map(), identified: false },
      ...{ responses: new Map(), responded: new Set(), group_progress: NO_GROUP_PROGRESS },
      ...{ rules: { now_ms, time_zone }, cap: (group) => ({ ...group, runs: 0 }) },
    };
    return decide(app, [sale], person, now_ms).eligible.length;
  };
  expect([shownAt(11, "UTC"), shownAt(12, "UTC"), shownAt(12, "America/New_York")]).toEqual([1, 0, 1]);
});
