import { describe, expect, test } from "bun:test";
import { evaluate } from "../gates/evaluate.ts";
import { holdoutSalt } from "../gates/gates.ts";
import { hashBucket } from "../lib/hash-bucket.ts";
import type { Body } from "./body.ts";
import type { Edition } from "./content.ts";
import { type Experiment, VARIANTS, type VariantId, variantFor } from "./experiment.ts";
import { expectedShares } from "./variants.ts";

const PEOPLE = Array.from(
  { length: 20_000 },
  (_, index) => `per_019389f2-8c1e-7a3b-9c4d-${String(index).padStart(12, "0")}`,
);
const body: Body = {
  type: "celebration",
  preset: "cannons",
  suppression: { offered: false, days: 365 },
};

function experimentOf(weights: readonly number[], seed = "s1"): Experiment {
  const [weight = 100, ...others] = weights;
  const ids = VARIANTS.filter((id): id is Exclude<VariantId, "a"> => id !== "a");
  return {
    seed,
    weight,
    variants: others.map((share, index) => ({ id: ids[index] ?? "d", name: "x", weight: share, body })),
  };
}
const draw = (weights: readonly number[], seed?: string): readonly VariantId[] =>
  PEOPLE.map((person) => variantFor(experimentOf(weights, seed), "cnt_1", person));
const shareOf = (drawn: readonly VariantId[], id: VariantId): number =>
  drawn.filter((each) => each === id).length / drawn.length;
/** Five standard deviations of a fair draw. */
const about = (share: number): number => 5 * Math.sqrt((share * (1 - share)) / PEOPLE.length);

describe("variant assignment", () => {
  test.each([[[50, 50]], [[90, 10]], [[34, 33, 33]], [[10, 20, 30, 40]], [[99, 1]], [[0, 100]]])(
    "assigns people in proportion to the weights: %p",
    (weights) => {
      const drawn = draw(weights);
      for (const [index, weight] of weights.entries()) {
        const share = shareOf(drawn, VARIANTS[index] ?? "a");
        expect(Math.abs(share - weight / 100)).toBeLessThanOrEqual(about(weight / 100));
      }
    },
  );

  test("is stable for each person and changes with the seed", () => {
    const [one, again, other] = [draw([50, 50]), draw([50, 50]), draw([50, 50], "s2")];
    expect(again).toEqual([...one]);
    const same = one.filter((id, index) => id === other[index]).length / one.length;
    expect(Math.abs(same - 0.5)).toBeLessThanOrEqual(about(0.5));
  });

  test("is independent of the holdout", () => {
    const held = PEOPLE.filter((person) => hashBucket(holdoutSalt("cnt_1"), person) < 2_000);
    const share =
      held.filter((person) => variantFor(experimentOf([50, 50]), "cnt_1", person) === "a").length / held.length;
    expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(5 * Math.sqrt(0.25 / held.length));
  });

  test.each([
    [[50, 50], [40, 60], 0.1],
    [[60, 20, 20], [40, 30, 30], 0.2],
    [[34, 33, 33], [50, 25, 25], 0.16],
  ])("moves people only to variants that gain share when %p becomes %p", (before, after, least) => {
    const [from, to] = [draw(before), draw(after)];
    const moved = from.flatMap((id, index) => (id === to[index] ? [] : [[id, to[index]] as const]));
    const change = (id: VariantId | undefined): number => {
      const index = VARIANTS.indexOf(id ?? "a");
      return (after[index] ?? 0) - (before[index] ?? 0);
    };
    for (const [lost, gained] of moved) {
      expect(change(lost)).toBeLessThan(0);
      expect(change(gained)).toBeGreaterThan(0);
    }
    // As few as possible.
    expect(Math.abs(moved.length / PEOPLE.length - least)).toBeLessThanOrEqual(about(least) + 0.005);
  });

  test("stays the same across releases", () => {
    const given = PEOPLE.slice(0, 12).map((person) => variantFor(experimentOf([25, 25, 25, 25]), "cnt_1", person));
    expect(given.join("")).toBe("abcdddddaadc");
  });
});

test("gives all variants shares that sum to 1", () => {
  const shares = expectedShares({ rollout: { holdout_percent: 10 }, experiment: experimentOf([50, 30, 20]) });
  expect([...shares.keys()]).toEqual(["holdout", "a", "b", "c"]);
  expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  expect([...expectedShares({ rollout: { holdout_percent: 5 } })]).toEqual([
    ["holdout", 0.05],
    ["a", 0.95],
  ]);
});

describe("experiment evidence", () => {
  const experiment = experimentOf([50, 50]);
  const edition: Edition = {
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "automatic" },
    frequency: { mode: "always" },
    priority: 0,
    tags: [],
    body,
    rollout: { holdout_percent: 50 },
    experiment,
  };
  const why = (person_id: string, arm?: "holdout" | "b"): string | undefined =>
    evaluate({ content_id: "cnt_1", slug: "x", edition }, { person: { person_id }, arm }).evidence.find(
      ({ gate }) => gate === "holdout",
    )?.evidence;
  const inHoldout = (person: string): boolean => hashBucket(holdoutSalt("cnt_1"), person) < 5_000;

  test("includes the bucket for the holdout", () => {
    const [held = ""] = PEOPLE.filter(inHoldout);
    const bucket = hashBucket(holdoutSalt("cnt_1"), held);
    expect(why(held)).toBe(`In the 50% holdout. Bucket ${bucket} of 10000; included below 5000.`);
  });

  test("includes the draws and any earlier assignment for a variant", () => {
    const [person = ""] = PEOPLE.filter((each) => !inHoldout(each));
    const uppercase = variantFor(experiment, "cnt_1", person).toUpperCase();
    expect(why(person)).toContain(`Sees variant ${uppercase}`);
    expect(why(person)).toMatch(/, based on draws of A \(50%\) \d+, B \(50%\) \d+ out of 10000\.$/);
    expect(why(person, "b")).toContain("Sees variant B “x”, assigned on the first view.");
    expect(why(person, "holdout")).toContain("Assigned on the first view.");
  });
});
