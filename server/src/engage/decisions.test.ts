import { describe, expect, test } from "bun:test";
import { FREQUENCY_MODES, type Trigger } from "@fanfare/contract/content";
import type { ContentId, RunId, VersionId } from "@fanfare/contract/ids";
import { evaluate, PERSONAL_GATES } from "@fanfare/contract/rules";
import { editionSchema } from "@fanfare/contract/schema/content";
import { SUPPRESSION_SCOPES } from "@fanfare/contract/suppression";
import fc from "fast-check";
import { appRecord } from "../http/v1-testing.ts";
import { decide, type PersonFacts } from "./decisions.ts";
import { type PublishedContent, publishedContent } from "./published.ts";

const IDS = ["cnt_a", "cnt_b", "cnt_c"] as ContentId[]; // short ids read better in a counterexample
const TAGS = ["sales", "onboarding"];
const app = appRecord();

const edition = fc
  .record({
    trigger: fc.constantFrom<Trigger>({ kind: "automatic" }, { kind: "manual" }, { kind: "event", event: "x" }),
    frequency: fc.record({ mode: fc.constantFrom(...FREQUENCY_MODES) }),
    targeting: fc.record({ urls: fc.record({ include: fc.subarray(["/", "/a"]), exclude: fc.subarray(["/b"]) }) }),
    tags: fc.subarray(TAGS),
  })
  .map((fields) =>
    editionSchema.parse({
      body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "s", blocks: [] }] },
      ...fields,
    }),
  );

const contents: fc.Arbitrary<readonly PublishedContent[]> = fc
  .tuple(fc.subarray(IDS), fc.array(edition, { minLength: 3, maxLength: 3 }))
  .map(([ids, editions]) =>
    ids.flatMap((content_id, index) => {
      const each = editions[index];
      const row = {
        content_id,
        slug: content_id,
        name: content_id,
        version_id: "ver_1" as VersionId,
        version_number: 1,
      };
      return each === undefined ? [] : [publishedContent(row, each)];
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
            history: { completed, ended },
            open: open ? { run_id: "run_1" as RunId, version_id: "ver_1", step_id: "s", seq: 1 } : null,
          },
        ]),
      ),
  ),
});

describe("decide", () => {
  test("says of every content what evaluate says, for every person", () => {
    fc.assert(
      fc.property(contents, facts, fc.nat(20), (list, known, now_ms) => {
        const { admitted, refused } = decide(app, list, known, now_ms);
        for (const content of list) {
          const verdict = evaluate(content, {
            now_ms,
            app_paused: false,
            published: true,
            history: known.runs.get(content.content_id)?.history ?? { completed: false, ended: false },
            suppressions: known.suppressions,
          });
          const mine = admitted.find((each) => each.content === content);
          const hidden = refused.find((each) => each.content === content);
          switch (verdict.outcome) {
            case "hide":
              expect(mine).toBeUndefined();
              expect(hidden?.gate).toBe(PERSONAL_GATES.includes(verdict.gate) ? verdict.gate : (undefined as never));
              break;
            case "unknown":
              expect(hidden).toBeUndefined();
              expect(mine?.pending_gates).toEqual(verdict.gates);
              expect(mine?.past.open ?? null).toEqual(known.runs.get(content.content_id)?.open ?? null);
              break;
            case "show":
              throw new Error("The server never knows enough to show.");
          }
        }
        expect(admitted.length + refused.length).toBeLessThanOrEqual(list.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("keeps the order of the contents", () => {
    fc.assert(
      fc.property(contents, facts, (list, known) => {
        const { admitted } = decide(app, list, known, 10);
        expect(admitted.map(({ content }) => content)).toEqual(
          list.filter((content) => admitted.some((each) => each.content === content)),
        );
      }),
    );
  });

  test("decides nothing in a paused app", () => {
    fc.assert(
      fc.property(contents, facts, (list, known) => {
        expect(decide({ ...app, paused: true }, list, known, 10)).toEqual({ admitted: [], refused: [] });
      }),
    );
  });
});
