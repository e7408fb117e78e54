import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { readRecoveredRows } from "./recovered-rows.ts";
import { startWriter, writerCommand } from "./writer-driver.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const DAMAGES = NIGHTLY ? 10_000 : 100;
const TIMEOUT_MS = NIGHTLY ? 40 * 60_000 : 240_000;
/** Few enough that SQLite doesn't checkpoint the log, which happens after 1,000 pages. */
const EVENTS = 70;
const SEED = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000);

// Log format, https://sqlite.org/fileformat2.html#the_write_ahead_log: a header, then frames of one page each.
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_BYTES = 4096;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;

interface Crashed {
  readonly database: Buffer;
  readonly log: Buffer;
  /** End offset of the last frame of each commit, in order. */
  readonly commits: readonly number[];
  readonly before_events: number;
}

/**
 * A database whose writer was killed, with all stored data in the log. There is one writer, so each commit adds one
 * event.
 */
async function crash(directory: string): Promise<Crashed> {
  const path = join(directory, "fanfare.db");
  const writer = startWriter(writerCommand({ path, to: EVENTS, writers: 1, linger: "yes" }));
  await writer.printed(1 + EVENTS);
  writer.kill();
  await writer.ended;
  const database = readFileSync(path);
  const log = readFileSync(`${path}-wal`);
  const commits: number[] = [];
  for (let start = HEADER_BYTES; start + FRAME_BYTES <= log.length; start += FRAME_BYTES) {
    // Database size after the commit. Zero in frames that don't end a commit.
    if (log.readUInt32BE(start + 4) !== 0) commits.push(start + FRAME_BYTES);
  }
  const stored = readRecoveredRows(path).events.size;
  expect(stored).toBe(EVENTS);
  return { database, log, commits, before_events: commits.length - stored };
}

/** Opens the database with this log. Expects the events committed in the first `intact` bytes of the log. */
function expectPrefix(directory: string, crashed: Crashed, log: Buffer, intact: number): void {
  const path = join(directory, "damaged.db");
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  writeFileSync(path, crashed.database);
  writeFileSync(`${path}-wal`, log);
  const { events, faults } = readRecoveredRows(path);
  const commits = crashed.commits.filter((end) => end <= intact).length;
  const expected = Math.max(0, commits - crashed.before_events);
  expect({ intact, faults, events: [...events].sort((one, other) => one - other) }).toEqual({
    intact,
    faults: [],
    events: Array.from({ length: expected }, (_, number) => number),
  });
}

async function damage(act: (directory: string, crashed: Crashed, rng: Rng) => void): Promise<void> {
  const directory = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "fanfare-log-"));
  try {
    const crashed = await crash(directory);
    const rng = seededRng(SEED);
    for (let round = 0; round < DAMAGES; round++) act(directory, crashed, rng);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe(`log damaged ${DAMAGES} times (TEST_SEED=${SEED})`, () => {
  test(
    "contains exactly the commits before a cut",
    () =>
      damage((directory, crashed, rng) => {
        const cut = Math.floor(rng.next() * (crashed.log.length + 1));
        expectPrefix(directory, crashed, crashed.log.subarray(0, cut), cut);
      }),
    TIMEOUT_MS,
  );

  test(
    "contains exactly the commits before a flipped bit",
    () =>
      damage((directory, crashed, rng) => {
        const log = Buffer.from(crashed.log);
        const at = Math.floor(rng.next() * log.length);
        log[at] = (log[at] ?? 0) ^ (1 << Math.floor(rng.next() * 8));
        // The rest of the damaged frame is lost too. Damage in the header loses everything.
        expectPrefix(directory, crashed, log, at);
      }),
    TIMEOUT_MS,
  );
});
