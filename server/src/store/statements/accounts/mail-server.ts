import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
export type MailServerRow = Selectable<Schema["mail_server"]>;

export function mailServerRow(db: Db): Promise<MailServerRow | undefined> {
  return db.selectFrom("mail_server").selectAll().executeTakeFirst();
}

/** No row if one exists. */
export function insertMailServer(db: Db, row: Omit<MailServerRow, "id">): CompiledQuery {
  return db
    .insertInto("mail_server")
    .values({ id: 1, ...row })
    .onConflict(keepExisting)
    .compile();
}

/** No row if it was changed since `revision`. */
export function updateMailServer(
  db: Db,
  revision: number,
  change: Pick<MailServerRow, "server" | "sealed" | "updated_at">,
): CompiledQuery {
  return db
    .updateTable("mail_server")
    .set({ ...change, revision: revision + 1 })
    .where("id", "=", 1)
    .where("revision", "=", revision)
    .compile();
}

export function deleteMailServer(db: Db): CompiledQuery {
  return db.deleteFrom("mail_server").where("id", "=", 1).compile();
}
