import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { ago } from "./time.ts";

const now = Date.UTC(2026, 10, 21, 12);

test("an instant is told as a person would tell it", () => {
  expect(ago(now - 20_000, now)).toBe("just now");
  expect(ago(now - 5 * MINUTE_MS, now)).toBe("5 minutes ago");
  expect(ago(now - 59 * MINUTE_MS, now)).toBe("59 minutes ago");
  expect(ago(now - 3 * HOUR_MS, now)).toBe("3 hours ago");
  expect(ago(now - 26 * HOUR_MS, now)).toBe("yesterday");
  expect(ago(now - 6 * DAY_MS, now)).toBe("6 days ago");
  expect(ago(now - 30 * DAY_MS, now)).toBe("Oct 22");
  expect(ago(now - 400 * DAY_MS, now)).toBe("Oct 17, 2025");
});

test("a server's clock that runs ahead never makes something happen in the future", () => {
  expect(ago(now + 5 * MINUTE_MS, now)).toBe("just now");
});
