import { describe, expect, test } from "bun:test";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { type Arm, computeLift, estimateDifference, estimateShare, relativeLift, sampleRatio } from "./lift.ts";

const EXPERIMENTS = 2_000;
const SEED = 20_261_121;

function armOf(rng: Rng, people: number, share: number): Arm {
  let reached = 0;
  for (let person = 0; person < people; person++) if (rng.next() < share) reached++;
  return { people, reached };
}

describe("lift interval", () => {
  test.each([
    [0.1, 0.1, 1_000, 1_000],
    [0.2, 0.1, 500, 500],
    [0.05, 0.02, 2_000, 400],
    [0.6, 0.5, 300, 300],
  ])(`holds the truth in 95 ± 1%% of ${EXPERIMENTS} runs (%d vs. %d, %d and %d people)`, (treated, control, n, m) => {
    const rng = seededRng(SEED);
    let held = 0;
    for (let run = 0; run < EXPERIMENTS; run++) {
      const { low, high } = estimateDifference(armOf(rng, n, treated), armOf(rng, m, control));
      if (low <= treated - control && treated - control <= high) held++;
    }
    expect(held / EXPERIMENTS).toBeGreaterThanOrEqual(0.94);
    expect(held / EXPERIMENTS).toBeLessThanOrEqual(0.96);
  });

  test("holds the true relative lift as often", () => {
    const rng = seededRng(SEED);
    let held = 0;
    for (let run = 0; run < EXPERIMENTS; run++) {
      const relative = relativeLift(armOf(rng, 1_000, 0.15), armOf(rng, 1_000, 0.1));
      if (relative !== null && relative.low <= 0.5 && 0.5 <= relative.high) held++;
    }
    expect(held / EXPERIMENTS).toBeGreaterThanOrEqual(0.94);
    expect(held / EXPERIMENTS).toBeLessThanOrEqual(0.96);
  });

  test("has no relative value when no one reached the goal", () => {
    expect(relativeLift({ people: 100, reached: 0 }, { people: 100, reached: 20 })).toBeNull();
    expect(relativeLift({ people: 100, reached: 20 }, { people: 100, reached: 0 })).toBeNull();
  });

  test("matches Newcombe's published example", () => {
    // Statistics in Medicine 17 (1998), 873: 56 of 70 against 48 of 80, method 10.
    const { value, low, high } = estimateDifference({ people: 70, reached: 56 }, { people: 80, reached: 48 });
    expect([value, low, high].map((each) => each.toFixed(4))).toEqual(["0.2000", "0.0524", "0.3339"]);
  });

  test("keeps a share between 0 and 1, with a nonzero width", () => {
    for (const reached of [0, 5, 10]) {
      const { low, high } = estimateShare({ people: 10, reached });
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(high - low).toBeGreaterThan(0.1);
    }
  });
});

describe("lift verdict", () => {
  test("requires enough data", () => {
    const enough = { people: limits.experiment_people_min, reached: limits.experiment_reached_min };
    expect(computeLift({ ...enough, people: enough.people - 1 }, enough).kind).toBe("not_enough_data");
    expect(computeLift({ ...enough, reached: 0 }, { ...enough, reached: 1 }).kind).toBe("not_enough_data");
    expect(computeLift(enough, enough).kind).toBe("measured");
  });

  test("estimates how many more people are needed", () => {
    const more = (treated: Arm, control: Arm): number | null => {
      const lift = computeLift(treated, control);
      return lift.kind === "not_enough_data" ? lift.people_more : 0;
    };
    // The smaller arm gets 40% of those who come.
    expect(more({ people: 60, reached: 20 }, { people: 90, reached: 5 })).toBe(100);
    expect(more({ people: 90, reached: 20 }, { people: 10, reached: 5 })).toBe(900);
    expect(more({ people: 90, reached: 20 }, { people: 0, reached: 0 })).toBe(110);
    // So far 10 of 1,000, so another 1,000 people add 10.
    expect(more({ people: 500, reached: 5 }, { people: 500, reached: 5 })).toBe(1_000);
    expect(more({ people: 500, reached: 0 }, { people: 500, reached: 0 })).toBeNull();
  });

  test("is stricter when several variants are compared with one control", () => {
    const [better, control] = [
      { people: 1_000, reached: 152 },
      { people: 1_000, reached: 120 },
    ];
    expect(computeLift(better, control)).toMatchObject({ verdict: "better" });
    expect(computeLift(better, control, 3)).toMatchObject({ verdict: "undecided" });
  });

  test("is wrong in at most 5% of experiments with 3 variants and no effect", () => {
    const rng = seededRng(SEED);
    let cries = 0;
    for (let run = 0; run < 500; run++) {
      const control = armOf(rng, 400, 0.2);
      const results = [1, 2, 3].map(() => computeLift(armOf(rng, 400, 0.2), control, 3));
      if (results.some((lift) => lift.kind === "measured" && lift.verdict !== "undecided")) cries++;
    }
    expect(cries / 500).toBeLessThanOrEqual(0.06);
  });

  test("is undecided while the range includes 0", () => {
    const arm = (reached: number) => ({ people: 1_000, reached });
    expect(computeLift(arm(160), arm(120))).toMatchObject({ verdict: "better" });
    expect(computeLift(arm(120), arm(160))).toMatchObject({ verdict: "worse" });
    expect(computeLift(arm(125), arm(120))).toMatchObject({ verdict: "undecided" });
  });
});

describe("sample ratio", () => {
  const ratio = (people: readonly number[], shares: readonly number[]) => {
    const all = people.reduce((sum, each) => sum + each, 0);
    return sampleRatio(people.map((each, index) => ({ people: each, expected: all * (shares[index] ?? 0) })));
  };

  test("allows random deviation and reports a real mismatch", () => {
    expect(ratio([5_050, 4_950], [0.5, 0.5]).mismatch).toBe(false);
    expect(ratio([5_000, 4_500], [0.5, 0.5])).toMatchObject({ mismatch: true });
    expect(ratio([9_000, 1_000], [0.9, 0.1]).p).toBeCloseTo(1, 3);
  });

  test.each([
    // 95th percentiles of chi-square with 1 to 4 degrees of freedom.
    [2, 3.841],
    [3, 5.991],
    [4, 7.815],
    [5, 9.488],
  ])("matches the published chi-square tables for %d variants", (arms, statistic) => {
    const expected = 1_000;
    const off = Math.sqrt((statistic * expected) / 2);
    const people = Array.from({ length: arms }, (_, index) => expected + (index === 0 ? off : index === 1 ? -off : 0));
    expect(sampleRatio(people.map((each) => ({ people: each, expected }))).p).toBeCloseTo(0.05, 4);
  });

  test("reports a mismatch in at most 3 of 1,000 fair experiments", () => {
    const rng = seededRng(SEED);
    let cries = 0;
    for (let run = 0; run < EXPERIMENTS; run++) {
      const treated = armOf(rng, 1_000, 0.5).reached;
      if (ratio([treated, 1_000 - treated], [0.5, 0.5]).mismatch) cries++;
    }
    expect(cries).toBeLessThanOrEqual(6);
  });
});
