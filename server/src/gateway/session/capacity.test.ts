import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { Capacity, type CapacityLimits } from "./capacity.ts";

const UNLIMITED: CapacityLimits = { connections_max: 0, connections_per_address_max: 0, accepts_per_second_max: 0 };
const START_MS = Date.UTC(2026, 0, 1);

function capacityOf(given: Partial<CapacityLimits>) {
  const clock = manualClock(START_MS);
  return { clock, capacity: new Capacity({ clock, rng: seededRng(1) }, { ...UNLIMITED, ...given }) };
}

test("gives clients over the rate one slot after the other, at the rate", () => {
  const { clock, capacity } = capacityOf({ accepts_per_second_max: 100 });
  const waits = Array.from({ length: 103 }, () => capacity.refuseRate());
  expect(waits.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => undefined));
  expect(waits.slice(100)).toEqual([10, 20, 30]);
  clock.advance(10);
  // One token is back. The next client comes after the slots that were given away.
  expect([capacity.refuseRate(), capacity.refuseRate()]).toEqual([undefined, 30]);
  clock.advance(SECOND_MS);
  expect(capacity.refuseRate()).toBeUndefined();
  expect(capacity.refused.rate).toBe(4);
});

test("a herd that returns at its slots is back as fast as the rate allows, and without another refusal", () => {
  const { clock, capacity } = capacityOf({ accepts_per_second_max: 1_000 });
  let refusals = 0;
  let back = 0;
  const arrive = (tries = 0): void => {
    const wait_ms = capacity.refuseRate();
    if (wait_ms === undefined) {
      back++;
      return;
    }
    refusals++;
    expect(tries).toBe(0);
    clock.after(wait_ms, () => arrive(tries + 1));
  };
  for (let client = 0; client < 10_000; client++) arrive();
  clock.advance(9 * SECOND_MS);
  expect([back, refusals]).toEqual([10_000, 9_000]);
});

test("bounds the wait, and forgets slots when the clock is set back", () => {
  const { capacity } = capacityOf({ accepts_per_second_max: 1 });
  const waits = Array.from({ length: 100 }, () => capacity.refuseRate() ?? 0);
  expect(Math.max(...waits)).toBe(limits.reconnect_slot_ms_max);
  let now_ms = START_MS;
  const later = new Capacity(
    { clock: { now: () => now_ms }, rng: seededRng(1) },
    { ...UNLIMITED, accepts_per_second_max: 1 },
  );
  for (let client = 0; client < 5; client++) later.refuseRate();
  now_ms -= 3_600 * SECOND_MS;
  expect(later.refuseRate()).toBe(1_000);
});

test("limits sockets in total and per network, until one closes", () => {
  const { capacity } = capacityOf({ connections_max: 3, connections_per_address_max: 2 });
  const sockets = [{}, {}, {}] as const;
  capacity.add(sockets[0], "203.0.113.7");
  capacity.add(sockets[1], "203.0.113.7");
  expect(capacity.refuseSocket("203.0.113.7")).toBeGreaterThanOrEqual(limits.reconnect_full_ms);
  expect(capacity.refuseSocket("203.0.113.8")).toBeUndefined();
  capacity.add(sockets[2], "203.0.113.8");
  expect(capacity.refuseSocket("203.0.113.9")).toBeGreaterThanOrEqual(limits.reconnect_full_ms);
  capacity.remove(sockets[0]);
  capacity.remove(sockets[0]);
  expect(capacity.refuseSocket("203.0.113.7")).toBeUndefined();
  expect(capacity.refused).toEqual({ address: 1, connections: 1, rate: 0 });
});

test("doesn't limit loopback, which is one address for all visitors of a proxy that isn't trusted", () => {
  const { capacity } = capacityOf({ connections_per_address_max: 1 });
  for (const network of ["127.0.0.1", "0:0:0:0"]) {
    capacity.add({}, network);
    expect(capacity.refuseSocket(network)).toBeUndefined();
  }
});
