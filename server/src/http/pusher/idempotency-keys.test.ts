import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { createIdempotencyKeys } from "./idempotency-keys.ts";

// Casts: made-up test IDs.
const APP = "1" as AppId;
const OTHER = "2" as AppId;

test("keeps a key unique per app for a day", () => {
  const clock = manualClock(0);
  const keys = createIdempotencyKeys(clock);
  expect(keys.claim(APP, "k", "a")).toBe("first");
  expect(keys.claim(APP, "k", "a")).toBe("repeated");
  expect(keys.claim(APP, "k", "b")).toBe("conflict");
  expect(keys.claim(OTHER, "k", "b")).toBe("first");
  clock.advance(limits.idempotency_hours_max * HOUR_MS);
  expect(keys.claim(APP, "k", "b")).toBe("first");
});

test("keeps only a limited number of the newest keys", () => {
  const keys = createIdempotencyKeys(manualClock(0));
  for (let key = 0; key <= limits.idempotency_keys_max; key++) keys.claim(APP, String(key), "a");
  expect(keys.claim(APP, "1", "a")).toBe("repeated");
  expect(keys.claim(APP, "0", "a")).toBe("first");
});
