import type { NodeId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { DegradedReason } from "@fanfare/contract/schema/responses/accounts/server-health";
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { NodeState } from "../../schema/cluster.ts";
import type { Db, Schema } from "../../schema/schema.ts";

/** Time of the database in milliseconds. No node's own clock decides anything between nodes. */
const now_ms = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The clock that all nodes share. */
export async function databaseNow(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ readonly now: number }>`select ${now_ms} as now`.execute(db);
  return Number(rows[0]?.now);
}

export interface NodeDescription {
  readonly id: NodeId;
  readonly host: string;
  readonly port: number;
  readonly version: string;
}

/** What a node reports of itself, in addition to being alive. */
export interface NodeReport {
  readonly connections: number;
  readonly degraded: DegradedReason | null;
}

/** `silent_ms`: time since the node reported. */
export interface NodeRow extends NodeDescription, NodeReport {
  readonly process: string;
  readonly state: NodeState;
  readonly started_at: number;
  readonly silent_ms: number;
}

/** Stores a node, with the process name of this database session. Keeps the state of a node that's already stored. */
export async function recordNode(
  db: Kysely<Schema>,
  node: NodeDescription,
  state: NodeState,
  report: NodeReport,
): Promise<NodeState> {
  const process = sql<string>`current_setting('application_name')`;
  const row = await db
    .insertInto("nodes")
    .values({ ...node, ...report, process, state, started_at: now_ms, seen_at: now_ms })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...report, port: node.port, seen_at: now_ms }))
    .returning("state")
    .executeTakeFirstOrThrow();
  return row.state;
}

export async function deleteSilentNodes(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("nodes").where("seen_at", "<", sql<number>`${now_ms} - ${limits.node_kept_ms}::bigint`).execute();
}

export async function deleteNode(db: Kysely<Schema>, id: NodeId): Promise<void> {
  await db.deleteFrom("nodes").where("id", "=", id).execute();
}

/** Returns whether the node was in the state `from`. */
export async function changeNodeState(
  db: Kysely<Schema>,
  id: NodeId,
  from: readonly NodeState[],
  to: NodeState,
): Promise<boolean> {
  const changed = db.updateTable("nodes").set({ state: to }).where("id", "=", id).where("state", "in", from);
  return (await changed.returning("id").executeTakeFirst()) !== undefined;
}

/** Asks a node to drain. Matches no row if no node with this ID reports. */
export function drainNode(db: Db, id: NodeId): CompiledQuery {
  const drained = db.updateTable("nodes").set({ state: "draining" }).where("id", "=", id);
  return drained
    .where("state", "in", ["active", "standby"])
    .where("seen_at", ">=", sql<number>`${now_ms} - ${limits.node_lease_ms}::bigint`)
    .returning("id")
    .compile();
}

/**
 * Marks active nodes that stopped reporting as superseded and ends their database sessions, which releases their lock.
 * Returns the number of nodes.
 */
export async function supersedeSilentNodes(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ nodes: number }>`
    with silent as (
      update nodes set state = 'superseded'
      where state in ('active', 'draining') and seen_at < ${now_ms} - ${limits.node_lease_ms}::bigint
      returning process
    ), ended as (
      select pg_terminate_backend(a.pid) from pg_stat_activity a join silent s on s.process = a.application_name
      where a.datname = current_database() and a.pid <> pg_backend_pid()
    )
    select (select count(*) from silent) as nodes, (select count(*) from ended) as sessions`.execute(db);
  return rows[0]?.nodes ?? 0;
}

/** Nodes that report, and for a time those that ended without removing themselves. */
export async function allNodes(db: Db): Promise<readonly NodeRow[]> {
  return await db
    .selectFrom("nodes")
    .select(["id", "process", "host", "port", "version", "state", "started_at", "connections", "degraded"])
    .select(sql<number>`${now_ms} - seen_at`.as("silent_ms"))
    .where("seen_at", ">=", sql<number>`${now_ms} - ${limits.node_listed_ms}::bigint`)
    .orderBy("started_at")
    .orderBy("id")
    .execute();
}

/** Those of these IDs that the database knows, also of nodes that are no longer listed. */
export async function knownNodes(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  // Cast: text that isn't an ID matches no row.
  const given = ids as readonly NodeId[];
  if (given.length === 0) return new Set();
  const rows = await db.selectFrom("nodes").select("id").where("id", "in", given).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Takes or renews a lease. Returns its token, or undefined if another node has it. */
export async function takeLease(
  db: Kysely<Schema>,
  name: string,
  node_id: NodeId,
  lease_ms: number,
): Promise<number | undefined> {
  const until = sql<number>`${now_ms} + ${lease_ms}::bigint`;
  const token = sql<number>`case when leases.node_id = ${node_id} then leases.token else leases.token + 1 end`;
  const taken = await db
    .insertInto("leases")
    .values({ name, node_id, token: 1, until })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ node_id, token, until })
        .where(({ or, eb }) => or([eb("leases.node_id", "=", node_id), eb("leases.until", "<", now_ms)])),
    )
    .returning("token")
    .executeTakeFirst();
  return taken?.token;
}

/** Lets another node take the lease. The row stays, so that the token never repeats. */
export async function dropLease(db: Kysely<Schema>, name: string, node_id: NodeId): Promise<void> {
  await db.updateTable("leases").set({ until: 0 }).where("name", "=", name).where("node_id", "=", node_id).execute();
}

/** Matches one row while no other node has taken the lease since, and none can before the transaction ends. */
export function leaseGuard(db: Db, name: string, node_id: NodeId, token: number): CompiledQuery {
  return db
    .selectFrom("leases")
    .select("token")
    .where("name", "=", name)
    .where("node_id", "=", node_id)
    .where("token", "=", token)
    .forShare()
    .compile();
}
