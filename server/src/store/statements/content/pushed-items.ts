import type { CompiledQuery, Selectable } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

export type PushedItemRow = Selectable<Schema["pushed_items"]>;

export function pushedItems(db: Db): Promise<PushedItemRow[]> {
  return db.selectFrom("pushed_items").selectAll().execute();
}

export function putPushedItem(db: Db, row: PushedItemRow): CompiledQuery {
  const { path, ...columns } = row;
  return db
    .insertInto("pushed_items")
    .values({ path, ...columns })
    .onConflict((conflict) => conflict.column("path").doUpdateSet(columns))
    .compile();
}
