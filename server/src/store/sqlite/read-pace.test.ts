import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { ReadPace } from "./read-pace.ts";

const SLOW_MS = limits.slow_read_ms;
/** Those that start the measuring, and those that count. */
const ENOUGH = 2 * limits.slow_reads_max;

/** Reads one after the other, each with this wait. Returns the time after the last. */
function read(pace: ReadPace, start_ms: number, wait_ms: number, times: number): number {
  let now_ms = start_ms;
  for (let index = 0; index < times; index++) {
    pace.next(now_ms);
    now_ms += wait_ms;
    pace.waited(wait_ms, now_ms);
  }
  return now_ms;
}

test("reads move to threads after a few waits for the disk", () => {
  const pace = new ReadPace();
  const now_ms = read(pace, 0, SLOW_MS, ENOUGH - 1);
  expect(pace.next(now_ms)).toBe("measured");
  expect(pace.waited(SLOW_MS, now_ms)).toBe(true);
  expect(pace.next(now_ms)).toBe("threads");
});

test("slow reads that are far apart stay on the thread of the sockets", () => {
  const pace = new ReadPace();
  for (let index = 0; index < 100; index++) read(pace, index * 2 * limits.slow_reads_window_ms, SLOW_MS, 1);
  expect(pace.next(Number.MAX_SAFE_INTEGER)).toBe("here");
});

test("slow reads without a wait for the disk are measured for a while, and stay on the thread of the sockets", () => {
  const pace = new ReadPace();
  read(pace, 0, SLOW_MS, limits.slow_reads_max);
  for (let count = 0; count < limits.watched_reads_max; count++) {
    expect(pace.next(count)).toBe("measured");
    pace.waited(0, count);
  }
  expect(pace.next(1_000)).toBe("here");
});

test("after a pause, one read finds out whether the disk is still slow", () => {
  const pace = new ReadPace();
  let now_ms = read(pace, 0, SLOW_MS, ENOUGH);
  for (let round = 0; round < 3; round++) {
    expect(pace.next(now_ms + limits.slow_disk_pause_ms - 1)).toBe("threads");
    now_ms += limits.slow_disk_pause_ms;
    expect(pace.next(now_ms)).toBe("measured");
    now_ms += SLOW_MS;
    expect(pace.waited(SLOW_MS, now_ms)).toBe(false);
  }
  now_ms += limits.slow_disk_pause_ms;
  expect(pace.next(now_ms)).toBe("measured");
  pace.waited(1, now_ms + 1);
  expect(pace.next(now_ms + 1)).toBe("here");
});
