import type { WebhookJournalId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type JournalRow = Selectable<Schema["webhook_journal"]>;

/** Events that no delivery contains yet, in their order. */
export function journalRows(db: Db): Promise<JournalRow[]> {
  return db.selectFrom("webhook_journal").selectAll().orderBy("id").execute();
}

/** Skips an existing row: a write whose response was lost is retried unchanged. */
export function insertJournalRow(db: Db, row: JournalRow): CompiledQuery {
  return db
    .insertInto("webhook_journal")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .compile();
}

export function deleteJournalRows(db: Db, ids: readonly WebhookJournalId[]): CompiledQuery {
  return db.deleteFrom("webhook_journal").where("id", "in", ids).compile();
}
