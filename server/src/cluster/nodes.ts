import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { type NodeId, newId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import { kyselyOverPostgres, postgresPool } from "../store/postgres/connection.ts";
import type { NodeState } from "../store/schema/cluster.ts";
import type { Db } from "../store/schema/schema.ts";
import {
  allNodes,
  changeNodeState,
  deleteNode,
  deleteSilentNodes,
  drainNode,
  type NodeDescription,
  type NodeReport,
  type NodeRow,
  recordNode,
  supersedeSilentNodes,
} from "../store/statements/cluster/nodes.ts";

/** Why a node must stop: an operator drains it, or another node replaced it while it didn't report. */
export type NodeEnd = "draining" | "superseded";

/** This node's entry among the processes of one PostgreSQL database. */
export interface NodeMembership {
  readonly id: NodeId;
  /** Resolves at most once. */
  readonly ended: Promise<NodeEnd>;
  /** Reads the database, outside the lock of the active node. */
  readonly db: Db;
  activate(): Promise<void>;
  /** Reports this, too, from now on. */
  describe(report: () => Promise<NodeReport>): void;
  /** Stores the port that was bound, which the configuration leaves open with port 0. */
  listens(port: number): Promise<void>;
  /** Replaces active nodes that stopped reporting. Returns their number. */
  supersedeSilent(): Promise<number>;
  /** Removes the entry. */
  leave(): Promise<void>;
}

export interface MembershipDeps {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Log;
}

/**
 * Registers this process as a standby and reports every `node_beat_ms` that it's alive, on a connection of its own.
 * All times are the database's.
 *
 * @example
 * const membership = await joinNodes(url, { id, host, port, version }, { clock, log });
 * await membership.activate();
 */
export async function joinNodes(
  url: string,
  self: NodeDescription,
  { clock, log }: MembershipDeps,
): Promise<NodeMembership> {
  const db = openNodesDatabase(url);
  const end = Promise.withResolvers<NodeEnd>();
  let state: NodeState = "standby";
  let { port } = self;
  let report = async (): Promise<NodeReport> => ({ connections: 0, degraded: null });
  let cancel: Cancel | undefined;
  let beating = Promise.resolve();
  let is_left = false;
  let silent_since_ms: number | undefined;

  const beat = async (): Promise<void> => {
    try {
      const stored = await recordNode(db, { ...self, port }, state, await report());
      if (stored === "draining" || stored === "superseded") end.resolve(stored);
      if (silent_since_ms !== undefined) log.info("node_beat_recovered", { silent_ms: clock.now() - silent_since_ms });
      silent_since_ms = undefined;
    } catch (error) {
      if (silent_since_ms === undefined) log.warn("node_beat_failed", { error });
      silent_since_ms ??= clock.now();
    }
  };
  const scheduleBeat = (): void => {
    cancel = clock.after(limits.node_beat_ms, () => {
      beating = beat().finally(() => {
        if (!is_left) scheduleBeat();
      });
    });
  };

  try {
    await deleteSilentNodes(db);
    await recordNode(db, self, state, await report());
  } catch (error) {
    await db.destroy();
    throw error;
  }
  scheduleBeat();
  return {
    id: self.id,
    ended: end.promise,
    db,
    async activate() {
      state = "active";
      await changeNodeState(db, self.id, ["standby"], "active");
    },
    describe(given) {
      report = given;
    },
    listens(bound_port) {
      port = bound_port;
      return beat();
    },
    supersedeSilent: () => supersedeSilentNodes(db),
    async leave() {
      is_left = true;
      cancel?.();
      await beating;
      await deleteNode(db, self.id).catch((error: unknown) => log.warn("node_not_removed", { error }));
      await db.destroy();
    },
  };
}

export function newNodeId(clock: Pick<Clock, "now">, rng: Pick<Rng, "bytes">): NodeId {
  return newId("nod", clock, rng);
}

/** For commands, which aren't nodes. */
export interface NodeDirectory {
  list(): Promise<readonly NodeRow[]>;
  /** Asks a node to drain. Returns false if no node with this ID reports. */
  drain(id: NodeId): Promise<boolean>;
  close(): Promise<void>;
}

export function openNodeDirectory(url: string): NodeDirectory {
  const db = openNodesDatabase(url);
  return {
    list: () => allNodes(db),
    drain: async (id) => (await db.executeQuery(drainNode(db, id))).rows.length > 0,
    close: () => db.destroy(),
  };
}

/** Whether a node still counts as alive. */
export function isAlive(row: Pick<NodeRow, "silent_ms" | "state">): boolean {
  return row.state !== "superseded" && !isSilent(row);
}

/** Whether a node stopped reporting. */
export function isSilent({ silent_ms }: Pick<NodeRow, "silent_ms">): boolean {
  return silent_ms > limits.node_lease_ms;
}

function openNodesDatabase(url: string): Db {
  return kyselyOverPostgres(postgresPool(url, 1, { statement_timeout: limits.store_deadline_ms }));
}
