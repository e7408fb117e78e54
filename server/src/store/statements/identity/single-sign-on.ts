import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";
export type SingleSignOnRow = Selectable<Schema["single_sign_on"]>;

export function singleSignOnRow(db: Db): Promise<SingleSignOnRow | undefined> {
  return db.selectFrom("single_sign_on").selectAll().executeTakeFirst();
}

/** No row if one exists. */
export function insertSingleSignOn(db: Db, row: Omit<SingleSignOnRow, "id">): CompiledQuery {
  return db
    .insertInto("single_sign_on")
    .values({ id: 1, ...row })
    .onConflict(keepExisting)
    .compile();
}

/** No row if it was changed since `revision`. */
export function updateSingleSignOn(
  db: Db,
  revision: number,
  change: Pick<SingleSignOnRow, "provider" | "sealed" | "updated_at">,
): CompiledQuery {
  return db
    .updateTable("single_sign_on")
    .set({ ...change, revision: revision + 1 })
    .where("id", "=", 1)
    .where("revision", "=", revision)
    .compile();
}

export function deleteSingleSignOn(db: Db): CompiledQuery {
  return db.deleteFrom("single_sign_on").where("id", "=", 1).compile();
}
