import { expect, test } from "bun:test";
import { isWithin, type Schedule } from "./schedule.ts";
import { startCutoffs, upcomingStart } from "./upcoming.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 0, 59);

test("returns a start for content that begins later, to the minute", () => {
  expect(upcomingStart({ starts_at: "2026-11-21T12:01", zone: "utc" }, NOW)).toBe("2026-11-21T12:01:00.000Z");
  expect(upcomingStart({ starts_at: "2026-11-21T12:00", zone: "utc" }, NOW)).toBeUndefined();
  expect(upcomingStart({ ends_at: "2026-12-01T09:00", zone: "utc" }, NOW)).toBeUndefined();
});

test("keeps a local start upcoming until reached in the first time zone", () => {
  expect(startCutoffs(NOW)).toEqual({ utc: "2026-11-21T12:00", person: "2026-11-22T02:00" });
  const at = (starts_at: string): Schedule => ({ starts_at, zone: "person" });
  expect(upcomingStart(at("2026-11-22T02:01"), NOW)).toBe("2026-11-22T02:01");
  expect(isWithin(at("2026-11-22T02:01"), NOW, "Pacific/Kiritimati")).toBe(false);
  expect(upcomingStart(at("2026-11-22T02:00"), NOW)).toBeUndefined();
  expect(isWithin(at("2026-11-22T02:00"), NOW, "Pacific/Kiritimati")).toBe(true);
});
