import type { AppId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/** Marks an app as deleted. No row if it's the last app or already marked. */
export function markDeleted(db: Db, app_id: AppId, now_ms: Millis): CompiledQuery {
  const gone = db.selectFrom("deleted_apps").select("app_id");
  return db
    .insertInto("deleted_apps")
    .columns(["app_id", "deleted_at"])
    .expression(
      db
        .selectFrom("apps")
        .where("id", "=", app_id)
        .where("system", "=", 0)
        .where("id", "not in", gone)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("apps as other")
              .select("other.id")
              .where("other.id", "!=", app_id)
              .where("other.system", "=", 0)
              .where("other.id", "not in", gone),
          ),
        )
        .select((eb) => ["id", eb.val(now_ms).as("deleted_at")]),
    )
    .compile();
}

export async function deletedApps(db: Db): Promise<readonly AppId[]> {
  return (await db.selectFrom("deleted_apps").select("app_id").execute()).map(({ app_id }) => app_id);
}

/**
 * Unlinks up to `rows_max` people of an app from the people they were merged into, so that they can be deleted in any
 * order.
 */
export function unlinkMergedPeople(db: Db, app_id: AppId, rows_max: number): CompiledQuery {
  return sql`update people set merged_into = null where id in (
    select id from people where app_id = ${app_id} and merged_into is not null limit ${rows_max})`.compile(db);
}

export function erasePeople(db: Db, app_id: AppId, rows_max: number): CompiledQuery {
  return sql`delete from people where id in (
    select id from people where app_id = ${app_id} limit ${rows_max})`.compile(db);
}

/** Deletes the app with its data. Delete its people first. */
export function eraseApp(db: Db, app_id: AppId): CompiledQuery {
  return db.deleteFrom("apps").where("id", "=", app_id).compile();
}
