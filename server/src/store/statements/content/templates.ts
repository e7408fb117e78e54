import type { TemplateId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type TemplateRow = Selectable<Schema["templates"]>;

/** By name, without their drafts, which can be large. */
export function listTemplates(db: Db): Promise<Omit<TemplateRow, "draft">[]> {
  return db
    .selectFrom("templates")
    .select(["id", "name", "description", "type", "revision", "created_at", "updated_at", "updated_by"])
    .orderBy("name")
    .execute();
}

export function templateById(db: Db, id: TemplateId): Promise<TemplateRow | undefined> {
  return db.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst();
}

/** No row if it was changed since `revision`. */
export function updateTemplate(
  db: Db,
  { id, revision }: Pick<TemplateRow, "id" | "revision">,
  change: Pick<TemplateRow, "name" | "description" | "updated_at" | "updated_by">,
): CompiledQuery {
  return db
    .updateTable("templates")
    .set({ ...change, revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .compile();
}

export function deleteTemplate(db: Db, id: TemplateId): CompiledQuery {
  return db.deleteFrom("templates").where("id", "=", id).compile();
}
