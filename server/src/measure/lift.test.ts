import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { type Rng, seededRng } from "@fanfare/contract/rng";
import { type Arm, differenceOf, liftOf, sampleRatio, shareOf } from "./lift.ts";

const EXPERIMENTS = 2_000;
const SEED = 20_261_121;

function armOf(rng: Rng, people: number, share: number): Arm {
  let reached = 0;
  for (let person = 0; person < people; person++) if (rng.next() < share) reached++;
  return { people, reached };
}

describe("the interval of the lift", () => {
  test.each([
    [0.1, 0.1, 1_000, 1_000],
    [0.2, 0.1, 500, 500],
    [0.05, 0.02, 2_000, 400],
    [0.6, 0.5, 300, 300],
  ])(
    `holds the true one in 95 ± 1 %% of ${EXPERIMENTS} experiments (%d against %d, %d and %d people)`,
    (treated, control, n, m) => {
      const rng = seededRng(SEED);
      let held = 0;
      for (let run = 0; run < EXPERIMENTS; run++) {
        const { low, high } = differenceOf(armOf(rng, n, treated), armOf(rng, m, control));
        if (low <= treated - control && treated - control <= high) held++;
      }
      expect(held / EXPERIMENTS).toBeGreaterThanOrEqual(0.94);
      expect(held / EXPERIMENTS).toBeLessThanOrEqual(0.96);
    },
  );

  test("is that of Newcombe's own example", () => {
    // Statistics in Medicine 17 (1998), 873: 56 of 70 against 48 of 80, method 10.
    const { value, low, high } = differenceOf({ people: 70, reached: 56 }, { people: 80, reached: 48 });
    expect([value, low, high].map((each) => each.toFixed(4))).toEqual(["0.2000", "0.0524", "0.3339"]);
  });

  test("of one share stays within 0 and 1 and never has no width", () => {
    for (const reached of [0, 5, 10]) {
      const { low, high } = shareOf({ people: 10, reached });
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(high - low).toBeGreaterThan(0.1);
    }
  });
});

describe("the verdict", () => {
  test("is not given before there is enough to give one", () => {
    const enough = { people: limits.experiment_people_min, reached: limits.experiment_reached_min };
    expect(liftOf({ ...enough, people: enough.people - 1 }, enough).kind).toBe("not_enough_data");
    expect(liftOf({ ...enough, reached: 0 }, { ...enough, reached: 1 }).kind).toBe("not_enough_data");
    expect(liftOf(enough, enough).kind).toBe("measured");
  });

  test("is undecided while the range holds zero", () => {
    const arm = (reached: number) => ({ people: 1_000, reached });
    expect(liftOf(arm(160), arm(120))).toMatchObject({ verdict: "better" });
    expect(liftOf(arm(120), arm(160))).toMatchObject({ verdict: "worse" });
    expect(liftOf(arm(125), arm(120))).toMatchObject({ verdict: "undecided" });
  });
});

describe("the sample ratio", () => {
  test("is believed for what luck does, and not for what a fault does", () => {
    const ratio = (treated: number, control: number, share = 0.5) =>
      sampleRatio({ people: treated }, { people: control }, share);
    expect(ratio(5_050, 4_950).mismatch).toBe(false);
    expect(ratio(5_000, 4_500)).toMatchObject({ mismatch: true });
    expect(ratio(9_000, 1_000, 0.9).p).toBeCloseTo(1, 3);
    // 3.841 is the 95th percentile of chi-square with one degree of freedom.
    expect(ratio(5_098, 4_902).p).toBeCloseTo(0.05, 3);
    expect(ratio(0, 0)).toEqual({ p: 1, mismatch: false });
  });

  test("cries wolf in three of a thousand fair experiments at most", () => {
    const rng = seededRng(SEED);
    let cries = 0;
    for (let run = 0; run < EXPERIMENTS; run++) {
      const treated = armOf(rng, 1_000, 0.5).reached;
      if (sampleRatio({ people: treated }, { people: 1_000 - treated }, 0.5).mismatch) cries++;
    }
    expect(cries).toBeLessThanOrEqual(6);
  });
});
