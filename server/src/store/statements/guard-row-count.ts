import type { AppId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import type { Db } from "../schema/schema.ts";

/** Active rows. */
const ACTIVE = {
  app_secrets: sql`app_secrets where revoked_at is null`,
  webhooks: sql`webhooks where archived_at is null and kind <> 'destination'`,
  destinations: sql`webhooks where archived_at is null and kind = 'destination'`,
} as const;

/** Finds the app only while it has fewer than `max` active rows. Guards the batch that adds one. */
export function guardRowCount(db: Db, rows: keyof typeof ACTIVE, app_id: AppId, max: number): CompiledQuery {
  const active = sql`select count(*) from ${ACTIVE[rows]} and app_id = ${app_id}`;
  return sql`select id from apps where id = ${app_id} and (${active}) < ${max}`.compile(db);
}
