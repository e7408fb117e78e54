import { type CompiledQuery, sql } from "kysely";
import type { Db, Schema } from "../../schema/schema.ts";

/** A column with encrypted text, of a table with one key column. */
export interface CiphertextColumn {
  readonly table: keyof Schema;
  readonly key: string;
  readonly column: string;
}

/** Rows with text in this column, in the order of their keys. `after`: the last key of the previous page. */
export async function ciphertextRows<Row>(
  db: Db,
  { table, key, column }: CiphertextColumn,
  page: { readonly after: unknown; readonly limit: number },
): Promise<readonly Row[]> {
  const rest = page.after === undefined ? sql`` : sql`and ${sql.ref(key)} > ${page.after}`;
  const query = sql<Row>`
    select * from ${sql.table(table)} where ${sql.ref(column)} is not null ${rest}
    order by ${sql.ref(key)} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

/** No row if the text was changed meanwhile. */
export function replaceCiphertext(
  db: Db,
  { table, key, column }: CiphertextColumn,
  change: { readonly at: unknown; readonly from: string; readonly to: string },
): CompiledQuery {
  return sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${change.to}
    where ${sql.ref(key)} = ${change.at} and ${sql.ref(column)} = ${change.from}`.compile(db);
}
