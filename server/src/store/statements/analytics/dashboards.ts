import type { AppId, DashboardId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type DashboardRow = Selectable<Schema["dashboards"]>;

/** By name. */
export function dashboardsOf(db: Db, app_id: AppId): Promise<DashboardRow[]> {
  return db.selectFrom("dashboards").selectAll().where("app_id", "=", app_id).orderBy("name").execute();
}

/** No row if it was changed since `revision`. */
export function updateDashboard(
  db: Db,
  { app_id, id, revision }: Pick<DashboardRow, "app_id" | "id" | "revision">,
  change: Partial<Pick<DashboardRow, "name" | "charts" | "updated_at" | "updated_by">>,
): CompiledQuery {
  return db
    .updateTable("dashboards")
    .set({ ...change, revision: revision + 1 })
    .where("app_id", "=", app_id)
    .where("id", "=", id)
    .where("revision", "=", revision)
    .compile();
}

export function deleteDashboard(db: Db, app_id: AppId, id: DashboardId): CompiledQuery {
  return db.deleteFrom("dashboards").where("app_id", "=", app_id).where("id", "=", id).compile();
}
