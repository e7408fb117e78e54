import type { CompiledQuery } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";
import { keepExisting } from "../keep-existing.ts";

export function insertWorkspace(
  db: Db,
  row: { name: string; installation_id: string; created_at: Millis },
): CompiledQuery {
  return db
    .insertInto("workspace")
    .values({ id: 1, ...row })
    .onConflict(keepExisting)
    .compile();
}

/** Undefined for a database without data. */
export async function installationId(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("workspace").select("installation_id").executeTakeFirst())?.installation_id;
}

/** Whether a move to this database was interrupted, so that a part of the data is missing. */
export async function hasUnfinishedMove(db: Db): Promise<boolean> {
  const move = db.selectFrom("moves").select("id").where("finished_at", "is", null);
  return (await move.executeTakeFirst()) !== undefined;
}

export async function workspaceName(db: Db): Promise<string> {
  const { name } = await db.selectFrom("workspace").select("name").executeTakeFirstOrThrow();
  return name;
}

/** Writes durably without changing anything. Returns when the workspace was created. */
export function touchWorkspace(db: Db): CompiledQuery {
  return db
    .updateTable("workspace")
    .set(({ ref }) => ({ name: ref("name") }))
    .returning("created_at")
    .compile();
}
