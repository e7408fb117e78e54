import type { NodeId } from "@fanfare/contract/lib/ids";
import { SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { BackupsResponse, Node } from "@fanfare/contract/schema/responses/accounts/server-health";
import type { SERVER_ROUTES } from "@fanfare/contract/schema/routes/server";
import { auditStatement } from "../../../accounts/audit/audit-entry.ts";
import { isAlive } from "../../../cluster/nodes.ts";
import { toIso } from "../../../store/columns.ts";
import { allNodes, drainNode } from "../../../store/statements/cluster/nodes.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function installationHandlers(deps: ApiDeps): Handlers<typeof SERVER_ROUTES> {
  const { maintenance, store } = deps;
  const list = async (): Promise<BackupsResponse> => {
    const [running, items] = await Promise.all([maintenance.running(), maintenance.list()]);
    return {
      running: running === undefined ? null : { started_at: toIso(running.started_ms), bytes: running.bytes },
      schedule: maintenance.schedule ?? null,
      failure: maintenance.failure() ?? null,
      items: items.map(({ name, made_at, bytes, with_key, automatic }) => ({
        ...{ name, made_at, bytes, with_key, automatic },
      })),
    };
  };
  return {
    "GET /api/status": async () => {
      const status = await deps.degraded();
      return { degraded: status === undefined ? null : { reason: status.reason, since: toIso(status.since_ms) } };
    },
    "GET /api/health": async () => {
      const findings = await maintenance.examine();
      const items = findings.map(({ check, state, says, cause }) => ({ check, state, says, cause }));
      return { items };
    },
    "GET /api/nodes": () => listNodes(deps),
    "POST /api/nodes/:id/drain": async ({ params, actor }) => {
      // Cast: an ID that no node has drains nothing.
      const id = params.id as NodeId;
      const entry = { member_id: actor.member_id, action: "node.drain", resource: { type: "node", id } } as const;
      const drained = await store.write([{ query: drainNode(store.db, id), expect: 1 }, auditStatement(deps, entry)]);
      if (drained.outcome === "unmet")
        throw new ProblemError("node_not_found", "No running server has this ID. List the servers to see their IDs.");
      return await listNodes(deps);
    },
    "GET /api/backups": () => list(),
    "POST /api/backups": async ({ actor }) => {
      maintenance.beginBackup();
      const { member_id } = actor;
      const resource = { type: "backup", id: "now" } as const;
      await store.write([auditStatement(deps, { member_id, action: "backup.make", resource })]);
      return await list();
    },
    "GET /api/backups/:name/database": async ({ c, params, actor }) => {
      const name = params.name;
      const path = await maintenance.databaseOf(name);
      const { member_id } = actor;
      const resource = { type: "backup", id: name } as const;
      await store.write([auditStatement(deps, { member_id, action: "backup.download", resource })]);
      return c.body(Bun.file(path).stream(), 200, {
        "Content-Type": "application/vnd.sqlite3",
        "Content-Disposition": `attachment; filename="fanfare-${name}.db"`,
      });
    },
  };
}

async function listNodes({ store, node_id }: ApiDeps): Promise<{ readonly items: readonly Node[] }> {
  if (node_id === undefined) return { items: [] };
  const rows = await allNodes(store.db);
  return {
    items: rows.map(({ process: _, started_at, silent_ms, ...row }) => ({
      ...row,
      alive: isAlive({ state: row.state, silent_ms }),
      current: row.id === node_id,
      started_at: toIso(started_at),
      last_report_s: silent_ms / SECOND_MS,
    })),
  };
}
