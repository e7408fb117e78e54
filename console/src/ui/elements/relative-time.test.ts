import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { formatAgo } from "./relative-time.tsx";

const now = Date.UTC(2026, 10, 21, 12);

test("formats a time relative to now", () => {
  expect(formatAgo(now - 20_000, now)).toBe("just now");
  expect(formatAgo(now - 5 * MINUTE_MS, now)).toBe("5 minutes ago");
  expect(formatAgo(now - 59 * MINUTE_MS, now)).toBe("59 minutes ago");
  expect(formatAgo(now - 3 * HOUR_MS, now)).toBe("3 hours ago");
  expect(formatAgo(now - 26 * HOUR_MS, now)).toBe("yesterday");
  expect(formatAgo(now - 6 * DAY_MS, now)).toBe("6 days ago");
  expect(formatAgo(now - 30 * DAY_MS, now)).toBe("Oct 22");
  expect(formatAgo(now - 400 * DAY_MS, now)).toBe("Oct 17, 2025");
});

test("never shows a future time if the server's clock is ahead", () => {
  expect(formatAgo(now + 5 * MINUTE_MS, now)).toBe("just now");
});
