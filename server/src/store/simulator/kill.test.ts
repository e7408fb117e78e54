import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { readRecoveredRows } from "./recovered-rows.ts";
import { startWriter, writerCommand } from "./writer-driver.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const CYCLES = NIGHTLY ? 5_000 : 15;
const TIMEOUT_MS = NIGHTLY ? 60 * 60_000 : 240_000;
/**
 * Each database is read in full after each kill. Starting over regularly keeps a long run from growing quadratically.
 */
const CYCLES_PER_DATABASE = 100;
/** Output lines before a writer is killed: from opening up to a few groups later. */
const LINES_MAX = 60;
const SEED = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000);

/** Kills writers of one database `cycles` times. Returns the total number of acknowledged events. */
async function killWriters(cycles: number, rng: Rng): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-kill-"));
  const path = join(directory, "fanfare.db");
  const acknowledged = new Set<number>();
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      // Unacknowledged events are retried with the same IDs, like in a browser: from the first gap on.
      let from = 0;
      while (acknowledged.has(from)) from++;
      const writer = startWriter(writerCommand({ path, from }));
      await writer.printed(Math.floor(rng.next() * LINES_MAX));
      writer.kill();
      await writer.ended;
      for (const number of writer.acknowledged) acknowledged.add(number);
      expect(writer.refused).toEqual([]);

      const { events, faults } = readRecoveredRows(path);
      expect(faults).toEqual([]);
      expect([...acknowledged].filter((number) => !events.has(number))).toEqual([]);
    }
    return acknowledged.size;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe("kill -9", () => {
  test(
    `loses and repeats no acknowledged write in ${CYCLES} kills (TEST_SEED=${SEED})`,
    async () => {
      const rng = seededRng(SEED);
      let acknowledged = 0;
      for (let left = CYCLES; left > 0; left -= CYCLES_PER_DATABASE) {
        acknowledged += await killWriters(Math.min(left, CYCLES_PER_DATABASE), rng);
      }
      expect(acknowledged).toBeGreaterThan(CYCLES);
    },
    TIMEOUT_MS,
  );
});
