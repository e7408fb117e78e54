import { expect, test } from "bun:test";
import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { silentLog } from "../lib/log.ts";
import type { ClusterState } from "./log.ts";
import type { LogEntry, LogStore } from "./log-store.ts";
import type { ClusterSnapshot } from "./messages.ts";
import { createStreamLog } from "./redis-log.ts";

const EMPTY: ClusterSnapshot = { shares: {}, connections: {}, histories: [], cached: [] };

function state(seen: Partial<ClusterState>): ClusterState {
  return {
    apply() {},
    applyAlone: () => false,
    snapshot: () => EMPTY,
    restore() {},
    ownShare: () => ({ kind: "share", share: { members: [], counts: [], users: [] } }),
    begin() {},
    nodes: () => [],
    ...seen,
  };
}

/** Answers as if there were nothing to read, and no other server. */
function store(answers: Partial<LogStore>): LogStore {
  return {
    open: async () => {},
    append: async (_epoch, _origin, messages) => messages.map(() => "appended"),
    add: async () => ({ id: "6-0", sequence: 6 }),
    entriesAfter: () => new Promise(() => {}),
    beat: async () => ({ epoch: "first", is_new_epoch: false, fresh: ["other"], stale: [] }),
    forgetNode: async () => {},
    storeSnapshot: async () => {},
    takeSnapshot: async () => undefined,
    close() {},
    ...answers,
  };
}

const deps = (clock: ManualClock) => ({ clock, rng: seededRng(1), log: silentLog, node: "this" });

async function pass(clock: ManualClock, duration_ms: number): Promise<void> {
  for (let passed = 0; passed < duration_ms; passed += limits.redis_snapshot_poll_ms) {
    clock.advance(limits.redis_snapshot_poll_ms);
    await new Promise(setImmediate);
  }
}

test("takes only the state that answers its own request, not one that a server sent late", async () => {
  const clock = manualClock();
  const restored: ClusterSnapshot[] = [];
  const at = (member: string): ClusterSnapshot => ({ ...EMPTY, connections: { [member]: {} } });
  const sent = [
    { asked_in: "4-0", state: at("late") },
    { asked_in: "6-0", state: at("current") },
  ];
  const takeSnapshot = async (): Promise<string> => JSON.stringify(sent.shift());
  const log = createStreamLog(deps(clock), store({ takeSnapshot }));
  const opened = log.open(state({ restore: (snapshot) => void restored.push(snapshot) }));
  await pass(clock, 3 * limits.redis_snapshot_poll_ms);
  await opened;
  expect(restored).toEqual([at("current")]);
});

test("follows a log that another server begins while both miss entries, and doesn't end it", async () => {
  const clock = manualClock();
  const begun: string[] = [];
  const ended: string[] = [];
  const gap: LogEntry = { id: "5-0", sequence: 5, node: "other", version: 1, texts: [] };
  let is_gap_read = false;
  let other_begins = false;
  const other = store({
    // The other server misses entries, too, so it sends no state.
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
  });
  const log = createStreamLog(deps(clock), other);
  await log.open(state({ begin: (epoch) => void begun.push(epoch) }));
  await pass(clock, limits.redis_snapshot_ms / 10);
  other_begins = true;
  await pass(clock, 2 * limits.redis_snapshot_ms);
  expect(begun).toEqual(["first", "others"]);
  expect(ended).toEqual([]);
});

test("says that a server is gone only after it had time to report since Redis responds again", async () => {
  const clock = manualClock();
  let fresh: readonly string[] = [];
  let responds = true;
  const gone: string[] = [];
  const other = store({
    async beat(_node, _candidate, is_first) {
      if (!responds) throw new Error("The command timed out.");
      return { epoch: "first", is_new_epoch: is_first, fresh, stale: [] };
    },
    async append(_epoch, _origin, messages) {
      for (const { text } of messages) if (text.includes('"gone"')) gone.push(text);
      return messages.map(() => "appended");
    },
  });
  const log = createStreamLog(deps(clock), other);
  await log.open(state({ nodes: () => ["this", "other"] }));
  fresh = ["other"];
  await pass(clock, 2 * limits.redis_lease_ms);
  responds = false;
  await pass(clock, 2 * limits.redis_lease_ms);
  // This server is the first whose commands Redis runs again.
  [responds, fresh] = [true, []];
  await pass(clock, limits.redis_lease_ms);
  expect(gone).toEqual([]);
  await pass(clock, limits.redis_lease_ms);
  expect(gone).not.toEqual([]);
});
