import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { silentLog } from "../lib/log.ts";
import type { ClusterState } from "./log.ts";
import type { LogEntry, LogStore } from "./log-store.ts";
import { createStreamLog } from "./redis-log.ts";

const state = (begun: string[]): ClusterState => ({
  apply() {},
  applyAlone: () => false,
  snapshot: () => ({ shares: {}, connections: {}, histories: [], cached: [] }),
  restore() {},
  ownShare: () => ({ kind: "share", share: { members: [], counts: [], users: [] } }),
  begin: (epoch) => void begun.push(epoch),
  nodes: () => [],
});

test("follows a log that another server begins while both miss entries, and doesn't end it", async () => {
  const clock = manualClock();
  const begun: string[] = [];
  const ended: string[] = [];
  const gap: LogEntry = { id: "5-0", sequence: 5, node: "other", version: 1, texts: [] };
  let is_gap_read = false;
  let other_begins = false;
  const store: LogStore = {
    open: async () => {},
    append: async (_epoch, _origin, messages) => messages.map(() => "appended"),
    // The other server misses entries, too, so it sends no state.
    add: async () => ({ id: "6-0", sequence: 6 }),
    takeSnapshot: async () => undefined,
    async entriesAfter(epoch) {
      if (epoch !== "first" || is_gap_read) return await new Promise(() => {});
      is_gap_read = true;
      return [gap];
    },
    async beat(_node, _candidate, is_first, end = "") {
      if (end !== "") ended.push(end);
      const is_new_epoch = is_first && !is_gap_read;
      const epoch = other_begins ? "others" : "first";
      return { epoch, is_new_epoch, fresh: is_new_epoch ? [] : ["other"], stale: [] };
    },
    forgetNode: async () => {},
    storeSnapshot: async () => {},
    close() {},
  };
  const log = createStreamLog({ clock, rng: seededRng(1), log: silentLog, node: "this" }, store);
  await log.open(state(begun));
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += limits.redis_snapshot_poll_ms) {
      clock.advance(limits.redis_snapshot_poll_ms);
      await new Promise(setImmediate);
    }
  };
  await pass(limits.redis_snapshot_ms / 10);
  other_begins = true;
  await pass(2 * limits.redis_snapshot_ms);
  expect(begun).toEqual(["first", "others"]);
  expect(ended).toEqual([]);
});
