import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { customPeriod, dayCount, rangeOf } from "./period.ts";

const NOW = Date.parse("2026-11-23T15:00:00Z");
const custom = (from: string, to: string) => rangeOf({ days: "custom", from, to }, NOW);

test("includes today in the last days, and both days of a custom period", () => {
  expect(rangeOf({ days: "7", from: "", to: "" }, NOW)).toEqual({
    from: "2026-11-17T00:00:00.000Z",
    to: "2026-11-24T00:00:00.000Z",
  });
  expect(custom("2026-11-01", "2026-11-02")).toEqual({
    from: "2026-11-01T00:00:00.000Z",
    to: "2026-11-03T00:00:00.000Z",
  });
  expect(customPeriod({ days: "7", from: "", to: "" }, NOW)).toEqual({
    ...{ days: "custom", from: "2026-11-17", to: "2026-11-23" },
  });
});

test("makes a valid period of any two days", () => {
  expect(custom("2026-11-02", "2026-11-01")).toEqual(custom("2026-11-01", "2026-11-02"));
  expect(dayCount(custom("0002-01-01", "2026-11-01"))).toBe(limits.analytics_days_max);
  for (const [from, to] of [
    ["", "2026-11-01"],
    ["someday", ""],
  ] as const)
    expect(dayCount(custom(from, to))).toBe(30);
});
