import type { AppId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import type { AppSecretRow } from "./apps.ts";

/** Includes revoked secrets. Newest first. */
export function secretsOf(db: Db, app_id: AppId): Promise<AppSecretRow[]> {
  return db
    .selectFrom("app_secrets")
    .selectAll()
    .where("app_id", "=", app_id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Revokes an active secret. No row if it's the app's last one. */
export function revokeSecretUnlessLast(db: Db, app_id: AppId, id: string, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("app_secrets")
    .set({ revoked_at: now_ms })
    .where("id", "=", id)
    .where("app_id", "=", app_id)
    .where("revoked_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("app_secrets as other")
          .select("other.id")
          .where("other.app_id", "=", app_id)
          .where("other.id", "!=", id)
          .where("other.revoked_at", "is", null),
      ),
    )
    .compile();
}
