import type { AppId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type AppRow = Selectable<Schema["apps"]>;
export type AppSecretRow = Selectable<Schema["app_secrets"]>;

export function allApps(db: Db): Promise<AppRow[]> {
  return existing(db).orderBy("created_at").orderBy("id").execute();
}

/** Shows which apps changed, without reading them. */
export function appVersions(db: Db): Promise<Pick<AppRow, "id" | "changes">[]> {
  return existing(db).clearSelect().select(["id", "changes"]).execute();
}

export function appById(db: Db, id: AppId): Promise<AppRow | undefined> {
  return existing(db).where("id", "=", id).executeTakeFirst();
}

/** Excludes deleted apps, which may still have rows for a while. */
function existing(db: Db) {
  return db
    .selectFrom("apps")
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("deleted_apps").select("app_id").whereRef("deleted_apps.app_id", "=", "apps.id"))),
    );
}

export function liveSecrets(db: Db, app_id?: AppId): Promise<AppSecretRow[]> {
  const query = db.selectFrom("app_secrets").selectAll().where("revoked_at", "is", null);
  return (app_id === undefined ? query : query.where("app_id", "=", app_id))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export function newSecretRow(row: Pick<AppSecretRow, "id" | "app_id" | "sealed" | "created_at">): AppSecretRow {
  return { ...row, revoked_at: null, last_used_at: null };
}

export function touchSecrets(db: Db, ids: readonly string[], at: Millis): CompiledQuery {
  return db.updateTable("app_secrets").set({ last_used_at: at }).where("id", "in", ids).compile();
}

const CHANGED = sql<number>`changes + 1`;

/** Belongs in every batch that changes the app's secrets. */
export function raiseChanges(db: Db, id: AppId): CompiledQuery {
  return db.updateTable("apps").set({ changes: CHANGED }).where("id", "=", id).compile();
}

/** Records an app's first page. No row if already recorded. */
export function setFirstPage(db: Db, id: AppId, at: Millis): CompiledQuery {
  return db
    .updateTable("apps")
    .set({ first_page_at: at, changes: CHANGED })
    .where("id", "=", id)
    .where("first_page_at", "is", null)
    .compile();
}

/** Belongs in every batch that changes what open pages show. Returns the new `config_version`. */
export function raiseConfigVersion(db: Db, id: AppId, at: Millis): CompiledQuery {
  return raiseVersion(db, id, at).compile();
}

/** Like {@link raiseConfigVersion}, but affects no row if the version was raised since it was read. */
export function raiseConfigVersionOnce(
  db: Db,
  { id, config_raised_at }: Pick<AppRow, "id" | "config_raised_at">,
  at: Millis,
): CompiledQuery {
  return raiseVersion(db, id, at).where("config_raised_at", "=", config_raised_at).compile();
}

function raiseVersion(db: Db, id: AppId, at: Millis) {
  return db
    .updateTable("apps")
    .set({ config_version: sql<number>`config_version + 1`, config_raised_at: at, changes: CHANGED })
    .where("id", "=", id)
    .returning("config_version");
}

/** Updates an app only at this revision, and increments it. */
export function updateApp(
  db: Db,
  { id, revision }: Pick<AppRow, "id" | "revision">,
  change: Pick<AppRow, "name" | "paused" | "require_identity" | "allowed_origins" | "settings">,
): CompiledQuery {
  return db
    .updateTable("apps")
    .set({ ...change, revision: revision + 1, changes: CHANGED })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .compile();
}
