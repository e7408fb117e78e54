import type { CompiledQuery, Kysely } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Schema } from "../../schema/schema.ts";

type Db = Kysely<Schema>;

export function ensureWorkspace(db: Db, name: string, now_ms: Millis): CompiledQuery {
  return db
    .insertInto("workspace")
    .values({ id: 1, name, created_at: now_ms })
    .onConflict((conflict) => conflict.doNothing())
    .compile();
}

export async function workspaceName(db: Db): Promise<string> {
  const { name } = await db.selectFrom("workspace").select("name").executeTakeFirstOrThrow();
  return name;
}

export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom("workspace").select("id").executeTakeFirst();
}
