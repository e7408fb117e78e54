import type { BackupsResponse } from "@fanfare/contract/schema/responses/accounts/server-health";
import type { SERVER_ROUTES } from "@fanfare/contract/schema/routes/server";
import { auditStatement } from "../../../accounts/audit/audit-entry.ts";
import { toIso } from "../../../store/columns.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function installationHandlers(deps: ApiDeps): Handlers<typeof SERVER_ROUTES> {
  const { maintenance, readiness, store } = deps;
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
      const status = await readiness.status();
      return { degraded: status === undefined ? null : { reason: status.reason, since: toIso(status.since_ms) } };
    },
    "GET /api/health": async () => {
      const findings = await maintenance.examine();
      const items = findings.map(({ check, state, says, cause }) => ({ check, state, says, cause }));
      return { items };
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
