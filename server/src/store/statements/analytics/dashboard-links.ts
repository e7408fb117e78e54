import type { AppId, DashboardId, DashboardLinkId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";

export interface DashboardLinkRow extends Selectable<Schema["dashboard_links"]> {
  /** Null for an operator's token. */
  readonly member_name: string | null;
  /** Current role of its member. */
  readonly role: Role | null;
}

function links(db: Db) {
  return db
    .selectFrom("dashboard_links")
    .leftJoin("members", "members.id", "dashboard_links.member_id")
    .selectAll("dashboard_links")
    .select(["members.name as member_name", "members.role"]);
}

export function dashboardLinkByToken(db: Db, token_hash: string): Promise<DashboardLinkRow | undefined> {
  return links(db).where("dashboard_links.token_hash", "=", token_hash).executeTakeFirst();
}

/** Links of a dashboard that haven't expired, newest first. */
export function dashboardLinksOf(
  db: Db,
  dashboard_id: DashboardId,
  now_ms: Millis,
  limit: number,
): Promise<DashboardLinkRow[]> {
  return links(db)
    .where("dashboard_links.dashboard_id", "=", dashboard_id)
    .where("dashboard_links.expires_at", ">", now_ms)
    .orderBy("dashboard_links.id", "desc")
    .limit(limit)
    .execute();
}

export function touchDashboardLink(db: Db, id: DashboardLinkId, now_ms: Millis): CompiledQuery {
  return db.updateTable("dashboard_links").set({ last_viewed_at: now_ms }).where("id", "=", id).compile();
}

export function deleteDashboardLink(db: Db, dashboard_id: DashboardId, id: DashboardLinkId): CompiledQuery {
  return db.deleteFrom("dashboard_links").where("dashboard_id", "=", dashboard_id).where("id", "=", id).compile();
}

export function deleteExpiredDashboardLinks(db: Db, app_id: AppId, now_ms: Millis): CompiledQuery {
  return db.deleteFrom("dashboard_links").where("app_id", "=", app_id).where("expires_at", "<=", now_ms).compile();
}
