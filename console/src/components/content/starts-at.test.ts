import { expect, test } from "bun:test";
import { describeStart } from "./starts-at.tsx";

test("names the year of a start only if it isn't the current one", () => {
  const now_ms = Date.parse("2026-11-30T12:00");
  expect(describeStart("2026-12-01T09:00", now_ms)).toBe("Dec 1, 09:00 in each person’s time zone");
  expect(describeStart("2027-01-02T09:00", now_ms)).toBe("Jan 2, 2027, 09:00 in each person’s time zone");
});
