import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { appRecord } from "../../../test/support/v1-server.ts";
import { v1RateLimit } from "./rate-limit.ts";

/** Returns how many calls succeed before one is refused, and its error. */
function passed(call: (index: number) => void, max: number): { count: number; error: unknown } {
  for (let count = 0; count < max; count++) {
    try {
      call(count);
    } catch (error) {
      return { count, error };
    }
  }
  return { count: max, error: undefined };
}

const app = appRecord();
const other = appRecord({ id: "1002" as never });

test("limits an address without using up the app's limit", () => {
  const clock = manualClock(0);
  const flood = v1RateLimit(clock);
  const flooding = passed(() => flood.address(app, "192.0.2.1"), 1_000_000);
  expect(flooding.count).toBe(limits.v1_requests_burst_max);
  expect(flooding.error).toMatchObject({ code: "rate_limited", retry_after_s: 1 });
  passed(() => flood.address(app, "192.0.2.1"), 1_000);
  for (const neighbor of ["192.0.2.2", "2001:db8::1"]) flood.address(app, neighbor);
  clock.advance(SECOND_MS);
  flood.address(app, "192.0.2.1");
});

test("limits an app over all addresses, separately from other apps", () => {
  const flood = v1RateLimit(manualClock(0));
  const flooding = passed((index) => flood.address(app, `10.0.${index >> 8}.${index & 255}`), 1_000_000);
  expect(flooding.count).toBe(limits.v1_app_requests_burst_max);
  expect(flooding.error).toMatchObject({ code: "rate_limited", retry_after_s: 1 });
  flood.address(other, "10.0.0.1");
});

test("limits a person over all addresses", () => {
  const flood = v1RateLimit(manualClock(0));
  const flooding = passed(() => flood.person(app, "u_42"), 1_000_000);
  expect(flooding.count).toBe(limits.v1_batches_burst_max);
  expect(flooding.error).toMatchObject({ code: "rate_limited" });
  flood.person(app, "u_43");
  flood.person(other, "u_42");
});
