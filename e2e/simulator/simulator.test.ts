import { describe, expect, test } from "bun:test";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { quantile } from "../../bench/statistics.ts";
import { createWorld, injectFaults, QUIET_MS, type World } from "./world.ts";

const PAGES = 200;
const NIGHTLY = process.env["NIGHTLY"] === "1";
const SEEDS = NIGHTLY ? Array.from({ length: 1_000 }, (_, index) => index + 1) : [1, 20_261_121];
const TIMEOUT_MS = NIGHTLY ? 3_600_000 : 120_000;

const stale = (world: World): number => world.pages.filter((page) => page.version !== world.server.version).length;

async function runWithFaults(seed: number, heals = true): Promise<World> {
  const world = createWorld({ seed, pages: PAGES, heals });
  await world.pass(5 * SECOND_MS);
  await injectFaults(world, 3 * MINUTE_MS);
  // Deliberately lose the last publication's signal: only the version itself can reveal it.
  for (const page of world.pages) page.wire?.cut();
  world.server.publish();
  await world.pass(QUIET_MS);
  return world;
}

describe(`${PAGES} pages during disconnects, stalls, crashes, and deploys`, () => {
  for (const seed of SEEDS) {
    test(
      `end up current, in order, and with one session per page (seed ${seed})`,
      async () => {
        const world = await runWithFaults(seed);
        expect(stale(world)).toBe(0);
        expect(world.pages.filter((page) => !page.connected)).toEqual([]);
        expect(world.server.open_sessions).toBe(PAGES);
        expect(world.server.subscriptions(EVERYONE_CHANNEL)).toBe(PAGES);
        for (const page of world.pages) {
          expect(world.server.subscriptions(`private-fanfare-${page.name}`)).toBe(1);
          expect(page.versions).toEqual([...new Set(page.versions)].sort((left, right) => left - right));
          expect(page.numbers).toEqual([...new Set(page.numbers)].sort((left, right) => left - right));
        }
        // At least one page must have received something to check the order.
        expect(world.pages.flatMap((page) => page.numbers).length).toBeGreaterThan(0);
        await world.stop();
        await world.pass(SECOND_MS);
        expect(world.server.open_sessions).toBe(0);
        expect(world.clock.pending()).toBe(0);
      },
      TIMEOUT_MS,
    );
  }

  test(
    "stay outdated if they ignore handshake versions, so that this test can fail",
    async () => {
      const world = await runWithFaults(1, false);
      expect(stale(world)).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test("delivers a publication to every page within 2 s as a stream of requests", async () => {
    const world = createWorld({ seed: 3, pages: PAGES });
    await world.pass(5 * SECOND_MS);
    const published_at = world.clock.now();
    const arrivals = new Map<string, number>();
    world.server.publish();
    await world.pass(5 * SECOND_MS, () => {
      for (const page of world.pages) {
        if (page.version === world.server.version && !arrivals.has(page.name)) {
          arrivals.set(page.name, world.clock.now() - published_at);
        }
      }
    });
    const delays = [...arrivals.values()];
    expect(delays.length).toBe(PAGES);
    expect(quantile(delays, 0.95)).toBeLessThanOrEqual(2 * SECOND_MS);
    expect(quantile(delays, 0.9) - quantile(delays, 0.1)).toBeGreaterThan(limits.change_spread_ms / 2);
    await world.stop();
  });
});
