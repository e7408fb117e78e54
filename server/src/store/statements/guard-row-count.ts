import type { AppId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { Db } from "../schema/schema.ts";

/** Column that is null in active rows. */
const ENDED = { app_secrets: "revoked_at", webhooks: "archived_at" } as const;

/** Finds the app only while it has fewer than `max` active rows. Guards the batch that adds one. */
export function guardRowCount(db: Db, table: keyof typeof ENDED, app_id: AppId, max: number): CompiledQuery {
  const active = sql`select count(*) from ${sql.table(table)} where app_id = ${app_id} and ${sql.ref(ENDED[table])} is null`;
  return sql`select id from apps where id = ${app_id} and (${active}) < ${max}`.compile(db);
}
