import { describe, expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { valueAt } from "@fanfare/contract/schema/content/draft";
import { pointerOf } from "../request/body.ts";
import { type Check, correct } from "./corrections.ts";
import { EXAMPLE_DRAFTS } from "./guide.ts";
import { applyPatch } from "./json-patch.ts";

const check: Check = (edition) => editionSchema.safeParse(edition).error?.issues ?? [];
const step = { id: "a", kind: "centered", title: "A", blocks: [] };
const tour = (...steps: readonly unknown[]) => ({ body: { type: "tour", steps } });

test.each([
  ["nothing that is accepted", tour(step), undefined],
  ["nothing that can't be an edition", 7, undefined],
  [
    "a misspelled kind",
    tour({ ...step, kind: "centred" }),
    [{ op: "replace", path: "/body/steps/0/kind", value: "centered" }],
  ],
  ["an unknown field", tour({ ...step, colour: "red" }), [{ op: "remove", path: "/body/steps/0/colour" }]],
  [
    "a number that is too high",
    { ...tour(step), priority: 1e9 },
    [{ op: "replace", path: "/priority", value: expect.any(Number) }],
  ],
  [
    "a text where a list belongs",
    tour({ ...step, blocks: "Look." }),
    [{ op: "replace", path: "/body/steps/0/blocks", value: [{ kind: "paragraph", spans: [{ text: "Look." }] }] }],
  ],
] as const)("corrects %s", (_, edition, corrections) => {
  // Cast: the table's rows have operations of several forms.
  expect(correct(check, edition)).toEqual(corrections as never);
});

/** Every place in a value. */
function placesIn(value: unknown, path: readonly PropertyKey[] = []): readonly (readonly PropertyKey[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys: readonly PropertyKey[] = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return [path, ...keys.flatMap((key) => placesIn(valueAt(value, [key]), [...path, key]))];
}

describe("500 damaged drafts", () => {
  const rng = seededRng(53);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(rng.next() * values.length)] as Value; // Cast: the index is within the list.
  const DAMAGE: readonly unknown[] = [
    7,
    "",
    "x".repeat(5_000),
    null,
    [],
    {},
    true,
    "Centred",
    { __proto__: null, constructor: 1 },
  ];

  test("are valid with their corrections, or have none, and are never changed in place", () => {
    let corrected = 0;
    for (let round = 0; round < 500; round++) {
      let edition: unknown = pick(Object.values(EXAMPLE_DRAFTS));
      for (let damages = 0; damages < 3; damages++) {
        const places = placesIn(edition).filter((path) => path.length > 0);
        if (places.length === 0) break;
        const path = pointerOf(pick(places));
        const operation = rng.next() < 0.3 ? { op: "remove", path } : { op: "replace", path, value: pick(DAMAGE) };
        // Cast: one of the two.
        edition = applyPatch(edition, [operation as never]);
      }
      const before = JSON.stringify(edition);
      const corrections = correct(check, edition);
      expect(JSON.stringify(edition)).toBe(before);
      if (corrections === undefined) continue;
      corrected++;
      expect(check(applyPatch(edition, corrections))).toEqual([]);
    }
    expect(corrected).toBeGreaterThan(100);
  });
});
