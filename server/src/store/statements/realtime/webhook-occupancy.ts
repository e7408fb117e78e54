import type { AppId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type OccupancyRow = Selectable<Schema["webhook_occupancy"]>;

/** Members of a channel come before the channel, because they leave it first. */
export function occupancyRows(db: Db): Promise<OccupancyRow[]> {
  return db
    .selectFrom("webhook_occupancy")
    .selectAll()
    .orderBy("app_id")
    .orderBy("channel")
    .orderBy("user_id", "desc")
    .execute();
}

export function insertOccupancy(db: Db, rows: readonly OccupancyRow[]): CompiledQuery {
  return db
    .insertInto("webhook_occupancy")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["app_id", "channel", "user_id"]).doNothing())
    .compile();
}

/** `rows`: all of one app. */
export function deleteOccupancy(db: Db, app_id: AppId, rows: readonly OccupancyRow[]): CompiledQuery {
  return db
    .deleteFrom("webhook_occupancy")
    .where("app_id", "=", app_id)
    .where(({ eb, or, and }) =>
      or(rows.map(({ channel, user_id }) => and([eb("channel", "=", channel), eb("user_id", "=", user_id)]))),
    )
    .compile();
}
