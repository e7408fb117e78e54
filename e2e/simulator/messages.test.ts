import { describe, expect, test } from "bun:test";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { type Fault, MessagesWorld } from "./messages-world.ts";

const DISCONNECTS = process.env["NIGHTLY"] === "1" ? 100_000 : 10_000;
const SEED = Number(process.env["TEST_SEED"] ?? 20_261_121);
const TIMEOUT_MS = 1_800_000;
const STEP_MS = 25;
const SENT_SHARE = 0.05;

/** What each device showed, and the number of live updates, after this many disconnects and a quiet period. */
async function runWithFaults(disconnects: number, fault: Fault) {
  const world = new MessagesWorld({ seed: SEED, devices: 12, pages: 3, fault });
  const pass = async (duration_ms: number): Promise<void> => {
    for (let passed = 0; passed < duration_ms; passed += STEP_MS) {
      world.clock.advance(STEP_MS);
      // Let promises that a timer resolved continue before the next step.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await pass(SECOND_MS);
  for (let count = 0; count < disconnects; ) {
    if (world.disconnect()) count++;
    if (world.rng.next() < SENT_SHARE) world.send();
    await pass(STEP_MS);
  }
  await pass(10 * SECOND_MS);
  // The last message repairs pages that missed something before they subscribed.
  world.send();
  await pass(10 * MINUTE_MS);
  return { screens: world.devices.map(({ screen }) => screen), sent: world.sent.map(({ position }) => position) };
}

describe(`live updates through ${DISCONNECTS} random disconnects and reloads (TEST_SEED=${SEED})`, () => {
  test(
    "shows each live update exactly once per device and in order",
    async () => {
      const { screens, sent } = await runWithFaults(DISCONNECTS, "none");
      expect(sent.length).toBeGreaterThan(DISCONNECTS * SENT_SHARE * 0.8);
      for (const screen of screens) expect(screen).toEqual(sent);
    },
    TIMEOUT_MS,
  );

  test("loses messages when pages ignore an absence, so that this test can fail", async () => {
    const { screens, sent } = await runWithFaults(300, "heedless");
    expect(screens.filter((screen) => Bun.deepEquals(screen, sent)).length).toBeLessThan(screens.length);
  });

  test("shows messages twice when a device loses its record, so that this test can fail", async () => {
    const { screens } = await runWithFaults(300, "forgetful");
    expect(screens.some((screen) => new Set(screen).size < screen.length)).toBe(true);
  });
});
