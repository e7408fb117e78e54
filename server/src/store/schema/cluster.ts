import type { NodeId } from "@fanfare/contract/lib/ids";
import type { DegradedReason } from "@fanfare/contract/schema/responses/accounts/server-health";
import type { JsonText, Millis } from "./column-types.ts";

/**
 * `standby`: waits for the database. `draining`: asked to close its connections and stop. `superseded`: replaced by
 * another node after it stopped reporting.
 */
export type NodeState = "active" | "standby" | "draining" | "superseded";

export interface ClusterTables {
  /** Processes that use this PostgreSQL database. Times are those of the database. Empty on SQLite. */
  nodes: {
    id: NodeId;
    /** `application_name` of the node's database sessions. */
    process: string;
    host: string;
    port: number;
    version: string;
    state: NodeState;
    started_at: Millis;
    seen_at: Millis;
    connections: number;
    /** Why the node is degraded. Null while everything works. */
    degraded: DegradedReason | null;
  };
  /** The move that filled this database, if any. `foreign_keys`: definitions to restore when it finishes. */
  moves: { id: 1; installation_id: string; foreign_keys: JsonText; finished_at: Millis | null };
  /** Work that one node does at a time. `token` rises with each new holder. `until` is the database's time. */
  leases: { name: string; node_id: NodeId; token: number; until: Millis };
}
