import type { CompiledQuery, Selectable } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";

type SamlSettingsRow = Selectable<Schema["saml_settings"]>;
type Change = Pick<SamlSettingsRow, "provider" | "updated_at">;

export function samlSettingsRow(db: Db): Promise<SamlSettingsRow | undefined> {
  return db.selectFrom("saml_settings").selectAll().executeTakeFirst();
}

/** No row if one exists. */
export function insertSamlSettings(db: Db, change: Change): CompiledQuery {
  return db
    .insertInto("saml_settings")
    .values({ id: 1, ...change, revision: 1 })
    .onConflict(keepExisting)
    .compile();
}

/** No row if it was changed since `revision`. */
export function updateSamlSettings(db: Db, revision: number, change: Change): CompiledQuery {
  return db
    .updateTable("saml_settings")
    .set({ ...change, revision: revision + 1 })
    .where("id", "=", 1)
    .where("revision", "=", revision)
    .compile();
}

export function deleteSamlSettings(db: Db): CompiledQuery {
  return db.deleteFrom("saml_settings").where("id", "=", 1).compile();
}

/** No row if the assertion was used before, on any node. */
export function useSamlAssertion(db: Db, id_hash: string, expires_at: Millis): CompiledQuery {
  return db.insertInto("saml_assertions").values({ id_hash, expires_at }).onConflict(keepExisting).compile();
}

export function deleteSamlAssertions(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("saml_assertions").where("expires_at", "<=", until_ms).compile();
}
