import type { BackupsResponse, HealthResponse } from "@fanfare/contract/schema/installation";
import { Hono } from "hono";
import { auditStatement } from "../accounts/audit.ts";
import { toIso } from "../store/columns.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";

/** The server itself: how it is, and its backups. */
export function installationRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { caretaker, store } = deps;
  const list = async (): Promise<BackupsResponse> => {
    const [running, items] = await Promise.all([caretaker.running(), caretaker.list()]);
    return {
      running: running === undefined ? null : { started_at: toIso(running.started_ms), bytes: running.bytes },
      failure: caretaker.failure() ?? null,
      items: items.map(({ name, made_at, bytes, with_key }) => ({ name, made_at, bytes, with_key })),
    };
  };
  return new Hono<ApiEnv>()
    .get("/health", async (c) => {
      const findings = await caretaker.examine();
      const items = findings.map(({ check, state, says }) => ({ check, state, says }));
      return c.json({ items } satisfies HealthResponse);
    })
    .get("/backups", async (c) => c.json(await list()))
    .post("/backups", async (c) => {
      caretaker.beginBackup();
      const { member_id } = c.var.actor;
      const resource = { type: "backup", id: "now" } as const;
      await store.write([auditStatement(deps, { member_id, action: "backup.make", resource })]);
      return c.json(await list(), 202);
    })
    .get("/backups/:name/database", async (c) => {
      const name = c.req.param("name");
      const path = await caretaker.databaseOf(name);
      const { member_id } = c.var.actor;
      const resource = { type: "backup", id: name } as const;
      await store.write([auditStatement(deps, { member_id, action: "backup.download", resource })]);
      return c.body(Bun.file(path).stream(), 200, {
        "Content-Type": "application/vnd.sqlite3",
        "Content-Disposition": `attachment; filename="fanfare-${name}.db"`,
      });
    });
}
