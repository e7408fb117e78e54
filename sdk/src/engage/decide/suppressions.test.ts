import { describe, expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import { boot } from "../../../test/support/fixtures.ts";
import { createSuppressions } from "./suppressions.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const TOUR = { scope: "content", target: "cnt_welcome" } as const;
const FOR_A_YEAR = { days: 365, reason: "do_not_show_again" } as const;
const stored = (change: Partial<Suppression> = {}): Suppression => ({
  ...{ id: "sup_1", ...TOUR, reason: "do_not_show_again" },
  ...{ created_at: new Date(NOW_MS).toISOString(), expires_at: new Date(NOW_MS + DAY_MS).toISOString() },
  ...change,
});
const targets = (list: readonly Suppression[]): string[] => list.map(({ target }) => target);

describe("suppressions", () => {
  test("hides content immediately, for 365 days by the server's clock", () => {
    const suppressions = createSuppressions(() => NOW_MS);
    suppressions.choose(TOUR, FOR_A_YEAR);
    expect(suppressions.facts()).toMatchObject([{ ...TOUR, expires_at_ms: NOW_MS + 365 * DAY_MS }]);
  });

  test("keeps a new suppression when an older response arrives", () => {
    const suppressions = createSuppressions(() => NOW_MS);
    suppressions.settle(boot());
    suppressions.choose(TOUR, FOR_A_YEAR);
    suppressions.settle(boot());
    expect(targets(suppressions.list())).toEqual(["cnt_welcome"]);
  });

  test("adopts the server's suppressions and drops them when a response omits them", () => {
    const suppressions = createSuppressions(() => NOW_MS);
    suppressions.settle(boot());
    suppressions.choose(TOUR, FOR_A_YEAR);
    suppressions.settle(boot({ suppressions: [stored()] }));
    expect(suppressions.list()).toEqual([stored()]);
    suppressions.settle(boot());
    expect(suppressions.list()).toEqual([]);
  });

  test("lifts a suppression immediately, before the server responds", () => {
    const suppressions = createSuppressions(() => NOW_MS);
    const answer = boot({ suppressions: [stored(), stored({ id: "sup_2", target: "cnt_other" })] });
    suppressions.settle(answer);
    suppressions.choose(TOUR, null);
    suppressions.settle(answer);
    expect(targets(suppressions.list())).toEqual(["cnt_other"]);
  });

  test("applies another tab's suppression only for the same person", () => {
    const here = createSuppressions(() => NOW_MS);
    const there = createSuppressions(() => NOW_MS);
    const other = boot({ person: { id: "per_2", external_id: null, verified: false } });
    here.settle(boot());
    there.settle(boot());
    const suppression = there.choose(TOUR, FOR_A_YEAR);
    here.adopt(suppression);
    expect(targets(here.list())).toEqual(["cnt_welcome"]);
    const other_person = createSuppressions(() => NOW_MS);
    other_person.settle(other);
    other_person.adopt(suppression);
    expect(other_person.list()).toEqual([]);
  });

  test("drops suppressions when the person changes", () => {
    const suppressions = createSuppressions(() => NOW_MS);
    suppressions.settle(boot());
    suppressions.choose(TOUR, FOR_A_YEAR);
    suppressions.settle(boot({ person: { id: "per_2", external_id: "u_42", verified: true } }));
    expect(suppressions.list()).toEqual([]);
  });
});
