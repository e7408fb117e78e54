import { describe, expect, test } from "bun:test";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { QUIET_MS } from "../world.ts";
import { injectFaults } from "./faults.ts";
import { brokenPromises } from "./promises.ts";
import { ClusterWorld } from "./world.ts";

const NODES = 3;
const PAGES = 200;
const NIGHTLY = process.env["NIGHTLY"] === "1";
const SEEDS = NIGHTLY ? Array.from({ length: 1_000 }, (_, index) => index + 1) : [1, 12, 789, 853, 20_261_129];
const TIMEOUT_MS = 120_000;
const FAULTS_MS = 2 * MINUTE_MS;
const QUIET_STEP_MS = 100;

type Blindness = Partial<Pick<ClusterWorld["redis"], "has_run_ids" | "has_numbers">>;

async function runWithFaults(seed: number, pages = PAGES, blindness: Blindness = {}): Promise<ClusterWorld> {
  const world = new ClusterWorld({ seed, nodes: NODES, pages });
  Object.assign(world.redis, blindness);
  await world.pass(10 * SECOND_MS);
  await injectFaults(world, FAULTS_MS);
  await world.pass(QUIET_MS, undefined, QUIET_STEP_MS);
  world.publishNumber();
  await world.pass(10 * SECOND_MS);
  return world;
}

describe(`${NODES} servers and ${PAGES} pages during failures of servers, networks, and Redis`, () => {
  for (const seed of SEEDS) {
    test(
      `keep what they promise (seed ${seed})`,
      async () => {
        const world = await runWithFaults(seed);
        expect(brokenPromises(world)).toEqual([]);
        expect(world.is_publishing).toBe(false);
        await world.stop();
        expect(world.live_nodes.map(({ sessions }) => sessions)).toEqual([]);
      },
      TIMEOUT_MS,
    );
  }

  // Several seeds, because a change of the server changes what happens under a seed.
  test.each([
    ["that Redis restarted", { has_run_ids: false, has_numbers: false }],
    ["that entries were deleted unread", { has_numbers: false }],
  ] as const)(
    "break them if nodes can't tell %s, so that this test can fail",
    async (_what, blindness) => {
      const broken: string[] = [];
      for (const seed of [4, 5, 7, 12]) broken.push(...brokenPromises(await runWithFaults(seed, 20, blindness)));
      expect(broken.join()).toContain("nothing told of a hole");
    },
    TIMEOUT_MS,
  );
});
