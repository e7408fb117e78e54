import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRng } from "@fanfare/contract/lib/rng";
import { readRecoveredRows } from "./recovered-rows.ts";
import { countCalls, FOLLOWING, straceBinary } from "./syscall-recording.ts";
import { type RunningWriter, startWriter, type WriterOptions, writerCommand } from "./writer-driver.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const ROUNDS = NIGHTLY ? 150 : 2;
const TIMEOUT_MS = NIGHTLY ? 60 * 60_000 : 240_000;
const SEED = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000);
const EVENTS = 60;
type Call = "fsync" | "pwrite64";
type Counts = Awaited<ReturnType<typeof countCalls>>;

/** Number of system calls that an undisturbed writer makes while opening, and in total. */
const counts: Record<Call, Counts> = {
  fsync: { until_ready: 0, in_all: 0 },
  pwrite64: { until_ready: 0, in_all: 0 },
};

beforeAll(async () => {
  for (const call of ["fsync", "pwrite64"] as const) {
    using directory = scratch();
    const command = writerCommand({ path: directory.path, to: EVENTS, writers: 1 });
    counts[call] = await countCalls(command, call, `${directory.path}.calls`);
    expect(counts[call].in_all).toBeGreaterThan(counts[call].until_ready + EVENTS);
  }
}, TIMEOUT_MS);

function scratch(): { readonly path: string; [Symbol.dispose](): void } {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-sick-"));
  return {
    path: join(directory, "fanfare.db"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Runs the writer under strace, which fakes its system calls or kills it according to `injection`. */
async function disturbed(
  path: string,
  injection: string,
  options: Omit<WriterOptions, "path"> = {},
): Promise<{ writer: RunningWriter; code: number }> {
  const call = injection.slice(0, injection.indexOf(":"));
  const strace = [
    straceBinary(),
    ...FOLLOWING,
    "-qq",
    "-o",
    "/dev/null",
    "-e",
    `trace=${call}`,
    "-e",
    `inject=${injection}`,
  ];
  const writer = startWriter([...strace, ...writerCommand({ path, to: EVENTS, writers: 1, ...options })]);
  return { writer, code: await writer.ended };
}

function expectNothingLost(path: string, writer: RunningWriter): void {
  const { events, faults } = readRecoveredRows(path);
  expect(faults).toEqual([]);
  expect([...writer.acknowledged].filter((number) => !events.has(number))).toEqual([]);
}

/** Expects the same writer on a healthy disk to store all missing events. */
async function expectMended(path: string): Promise<void> {
  const healthy = startWriter(writerCommand({ path, to: EVENTS }));
  expect([await healthy.ended, await healthy.stderr]).toEqual([0, ""]);
  expect(healthy.refused).toEqual([]);
  expect(readRecoveredRows(path)).toMatchObject({ faults: [], events: { size: EVENTS } });
}

describe("failing disk", () => {
  test.each([
    ["fsync", "EIO"],
    ["pwrite64", "EIO"],
    ["pwrite64", "ENOSPC"],
  ] as const)(
    "loses only the current write, with its kind, when %s fails once with %s",
    async (call, error) => {
      const rng = seededRng(SEED);
      let refused = 0;
      for (let round = 0; round < ROUNDS; round++) {
        using directory = scratch();
        const when = counts[call].until_ready + 2 + Math.floor(rng.next() * EVENTS * 0.6);
        const { writer, code } = await disturbed(directory.path, `${call}:error=${error}:when=${when}`);
        expect({ when, code }).toEqual({ when, code: 0 });
        const kind = error === "ENOSPC" ? "disk_full" : "unavailable";
        expect(writer.refused.map((line) => line.split(" ")[1])).toEqual(writer.refused.map(() => kind));
        expect(writer.refused.length).toBeLessThan(2);
        refused += writer.refused.length;
        expect(writer.acknowledged.size + writer.refused.length).toBe(EVENTS);
        expectNothingLost(directory.path, writer);
        await expectMended(directory.path);
      }
      expect(refused).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test(
    "rejects every write and keeps acknowledged ones after a permanent failure",
    async () => {
      using directory = scratch();
      const { writer } = await disturbed(
        directory.path,
        `fsync:error=EIO:when=${counts.fsync.until_ready + EVENTS / 3}+`,
      );
      expect(writer.refused.length).toBeGreaterThan(EVENTS / 2);
      expect(writer.refused.every((line) => line.endsWith(" unavailable"))).toBe(true);
      expectNothingLost(directory.path, writer);
      await expectMended(directory.path);
    },
    TIMEOUT_MS,
  );

  test(
    `reports a failed opening and succeeds on the next (TEST_SEED=${SEED})`,
    async () => {
      const rng = seededRng(SEED);
      for (let round = 0; round < ROUNDS; round++) {
        using directory = scratch();
        const call = rng.next() < 0.5 ? "fsync" : "pwrite64";
        const when = 1 + Math.floor(rng.next() * counts[call].until_ready);
        const { writer, code } = await disturbed(directory.path, `${call}:error=EIO:when=${when}`);
        // Some failing calls aren't fatal to SQLite, such as truncating its log.
        if (code !== 0) {
          expect(writer.acknowledged.size).toBe(0);
          expect(await writer.stderr).toMatch(/StoreError|EIO/);
        }
        expectNothingLost(directory.path, writer);
        await expectMended(directory.path);
      }
    },
    TIMEOUT_MS,
  );
});

describe("slow disk", () => {
  test(
    "doesn't block the socket thread with syncs of 300 ms",
    async () => {
      using directory = scratch();
      // Starts at the first event: delaying the hundred syncs of a new database would only add time.
      const slow = `fsync:delay_enter=300000:when=${counts.fsync.until_ready + 1}+`;
      const started_ms = performance.now();
      const { writer, code } = await disturbed(directory.path, slow, { to: 12 });
      expect([code, writer.acknowledged.size]).toEqual([0, 12]);
      expect(performance.now() - started_ms).toBeGreaterThan(10 * 300);
      expect(writer.late_ms).toBeLessThan(100);
    },
    TIMEOUT_MS,
  );
});

describe("kill at the nth write", () => {
  test(
    `leaves the old or the new state in any phase (TEST_SEED=${SEED})`,
    async () => {
      const rng = seededRng(SEED);
      for (let round = 0; round < ROUNDS * 2; round++) {
        using directory = scratch();
        const when = 1 + Math.floor(rng.next() * counts.pwrite64.in_all);
        const { writer } = await disturbed(directory.path, `pwrite64:signal=KILL:when=${when}`);
        expectNothingLost(directory.path, writer);
        await expectMended(directory.path);
      }
    },
    TIMEOUT_MS,
  );
});
