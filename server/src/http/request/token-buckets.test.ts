import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import fc from "fast-check";
import { networkOf, tokenBuckets } from "./token-buckets.ts";

const rules = { per_second: 2, burst: 3, buckets_max: 4 };

describe("token bucket", () => {
  test("allows a burst, then the refill rate, and returns the time to wait", () => {
    const clock = manualClock();
    const buckets = tokenBuckets(clock, rules);
    expect([1, 2, 3].map(() => buckets.take("a"))).toEqual([0, 0, 0]);
    expect(buckets.take("a")).toBe(500);
    clock.advance(499);
    expect(buckets.take("a")).toBeGreaterThan(0);
    clock.advance(1);
    expect(buckets.take("a")).toBe(0);
    expect(buckets.take("a")).toBe(500);
  });

  test("never allows more than burst + rate × time, in any call pattern", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { maxLength: 200 }), (gaps) => {
        const clock = manualClock();
        const buckets = tokenBuckets(clock, rules);
        let passed = 0;
        for (const gap of gaps) {
          clock.advance(gap);
          if (buckets.take("a") === 0) passed++;
        }
        expect(passed).toBeLessThanOrEqual(rules.burst + (clock.now() / 1_000) * rules.per_second);
      }),
    );
  });

  test("is separate for each caller", () => {
    const buckets = tokenBuckets(manualClock(), rules);
    for (let count = 0; count < 4; count++) buckets.take("a");
    expect(buckets.take("a")).toBeGreaterThan(0);
    expect(buckets.take("b")).toBe(0);
  });

  test("keeps a limited number of callers, the most active longest", () => {
    const buckets = tokenBuckets(manualClock(), rules);
    for (let count = 0; count < 4; count++) buckets.take("busy");
    for (let index = 0; index < 100; index++) {
      buckets.take(`passer-by ${index}`);
      expect(buckets.take("busy")).toBeGreaterThan(0);
      expect(buckets.size()).toBeLessThanOrEqual(rules.buckets_max);
    }
  });

  test("handles a clock that is set back", () => {
    let now_ms = 10_000;
    const buckets = tokenBuckets({ now: () => now_ms }, rules);
    buckets.take("a");
    now_ms = 0;
    expect(buckets.take("a")).toBe(0);
    now_ms = 60_000;
    expect([1, 2, 3, 4].map(() => buckets.take("a") === 0)).toEqual([true, true, true, false]);
  });
});

test("treats all addresses of one IPv6 network as one caller", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(networkOf("2001:db8::7")).toBe("2001:db8:0:0");
  expect(networkOf("2001:db8::1:2:3:4:5")).toBe("2001:db8:0:1");
  expect(networkOf("::1")).toBe("0:0:0:0");
});
