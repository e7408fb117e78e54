import { expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import { quotaPeriodStart } from "./quota-period.ts";

const at = (iso: string): number => Date.parse(iso);
const startOf = (per: "day" | "week" | "month", iso: string): string =>
  new Date((quotaPeriodStart(per, at(iso)) ?? 0) * DAY_MS).toISOString().slice(0, 10);

test("quota periods start at midnight, on Monday, and on the first of the month, in UTC", () => {
  expect(startOf("day", "2026-11-28T23:59:59.999Z")).toBe("2026-11-28");
  expect(startOf("week", "2026-11-28T12:00:00Z")).toBe("2026-11-23");
  expect(startOf("week", "2026-11-23T00:00:00Z")).toBe("2026-11-23");
  expect(startOf("week", "2026-11-22T23:59:59Z")).toBe("2026-11-16");
  expect(startOf("month", "2026-11-28T12:00:00Z")).toBe("2026-11-01");
  expect(startOf("month", "2026-03-01T00:00:00Z")).toBe("2026-03-01");
  expect(quotaPeriodStart(undefined, at("2026-11-28T12:00:00Z"))).toBeUndefined();
});
