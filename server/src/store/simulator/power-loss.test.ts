import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import { silentLog } from "../../lib/log.ts";
import type { Synchronous } from "../sqlite/connection.ts";
import { openSqlite } from "../sqlite/store.ts";
import { readRecoveredRows } from "./recovered-rows.ts";
import { SimulatedDisk } from "./simulated-disk.ts";
import { type Operation, record } from "./syscall-recording.ts";
import { writerCommand } from "./writer-driver.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const IMAGES = NIGHTLY ? 10_000 : 150;
const CONTROL_IMAGES = NIGHTLY ? 1_000 : 50;
/** Enough for SQLite to checkpoint its log several times. */
const EVENTS = 600;
const EVERY_REOPENED = 100;
const TIMEOUT_MS = NIGHTLY ? 40 * 60_000 : 240_000;
const SEED = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000);

interface Outcome {
  readonly faults: string[];
  /** Acknowledged events that were lost, over all images. */
  lost: number;
  losing_images: number;
}

describe("power loss at any moment", () => {
  test(
    `loses and damages nothing acknowledged in ${IMAGES} images (TEST_SEED=${SEED})`,
    async () => {
      using directory = scratch();
      const operations = await recordWriter(directory.path, "FULL");
      expect(operations.filter((each) => each.kind === "write" && each.name === "fanfare.db").length).toBeGreaterThan(
        50,
      );
      const outcome = await cutPower(operations, IMAGES, seededRng(SEED), directory.path);
      expect(outcome).toEqual({ faults: [], lost: 0, losing_images: 0 });
    },
    TIMEOUT_MS,
  );

  test(
    `loses acknowledged events when the writer doesn't wait (TEST_SEED=${SEED})`,
    async () => {
      using directory = scratch();
      const operations = await recordWriter(directory.path, "NORMAL");
      const outcome = await cutPower(operations, CONTROL_IMAGES, seededRng(SEED), directory.path);
      expect(outcome.lost).toBeGreaterThan(0);
      expect(outcome.losing_images).toBeGreaterThan(CONTROL_IMAGES / 10);
    },
    TIMEOUT_MS,
  );
});

function scratch(): { readonly path: string; [Symbol.dispose](): void } {
  // In memory if possible: each image is written and read only once.
  const path = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "fanfare-power-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs the real writer twice on one database, so that the recording includes opening, closing, and recovery. */
async function recordWriter(directory: string, synchronous: Synchronous): Promise<Operation[]> {
  const home = join(directory, "recorded");
  mkdirSync(home);
  const halves = [
    [0, EVENTS / 2],
    [EVENTS / 2, EVENTS],
  ] as const;
  const path = join(home, "fanfare.db");
  const commands = halves.map(([from, to]) => writerCommand({ path, synchronous, from, to, writers: 3, payload: 700 }));
  // In one shell, so that strace follows one process after the other.
  const script = commands.map((command) => command.map((word) => `'${word}'`).join(" ")).join(" && ");
  const names = ["fanfare.db", "fanfare.db-wal", "fanfare.db-journal"];
  const operations = await record(["sh", "-c", script], home, names);
  expect(operations.filter((each) => acknowledgedBy(each) !== undefined)).toHaveLength(EVENTS);
  return operations;
}

/**
 * Cuts the power at `count` random moments, reopens the database each time, and compares it with the acknowledged
 * events.
 */
async function cutPower(
  operations: readonly Operation[],
  count: number,
  rng: Rng,
  directory: string,
): Promise<Outcome> {
  const moments = Array.from({ length: count }, () => Math.floor(rng.next() * (operations.length + 1))).sort(
    (a, b) => a - b,
  );
  const outcome: Outcome = { faults: [], lost: 0, losing_images: 0 };
  const disk = new SimulatedDisk();
  const acknowledged = new Set<number>();
  let done = 0;
  for (const [index, moment] of moments.entries()) {
    for (; done < moment; done++) {
      const operation = operations[done];
      if (operation === undefined) continue;
      disk.apply(operation);
      const number = acknowledgedBy(operation);
      if (number !== undefined) acknowledged.add(number);
    }
    const home = join(directory, `image-${index}`);
    mkdirSync(home);
    for (const [name, bytes] of disk.afterPowerCut(rng)) writeFileSync(join(home, name), bytes);
    if (index % EVERY_REOPENED === 0) await reopen(join(home, "fanfare.db"));
    const { events, faults } = readRecoveredRows(join(home, "fanfare.db"));
    const lost = [...acknowledged].filter((number) => !events.has(number)).length;
    outcome.lost += lost;
    if (lost > 0) outcome.losing_images++;
    outcome.faults.push(
      ...faults.map((fault) => `power cut after operation ${moment} of ${operations.length}: ${fault}`),
    );
    rmSync(home, { recursive: true });
  }
  return outcome;
}

function acknowledgedBy(operation: Operation): number | undefined {
  const acked = operation.kind === "say" ? /^ack (\d+)\n$/.exec(operation.text)?.[1] : undefined;
  return acked === undefined ? undefined : Number(acked);
}

/** Opens, repairs, and writes, like a server after a power cut. */
async function reopen(path: string): Promise<void> {
  const store = await openSqlite(path, { clock: systemClock, log: silentLog });
  const { apps } = sampleRows("after");
  await store.write([{ query: store.db.insertInto("apps").values(apps).compile(), expect: 1 }]);
  await store.close();
}
