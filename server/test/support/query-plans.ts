import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Schema } from "../../src/store/schema/schema.ts";
import type { Store } from "../../src/store/store.ts";

/** The queries of what `runQuery` reads, prepared statements included. */
export async function queriesOf(
  db: Kysely<Schema>,
  runQuery: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  await runQuery(
    db.withPlugin({
      transformQuery: ({ node }) => {
        queries.push(db.getExecutor().compileQuery(node, { queryId: "plan" }));
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  return queries;
}

/**
 * Returns the query plan. PostgreSQL is set to scan a whole table only if no index fits, however few rows there are.
 */
export async function planOf({ db, dialect }: Pick<Store, "db" | "dialect">, query: CompiledQuery): Promise<string> {
  const explain = dialect === "sqlite" ? "explain query plan" : "explain";
  return db.connection().execute(async (one) => {
    if (dialect === "postgres") await sql`set enable_seqscan = off`.execute(one);
    const { rows } = await one.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]));
    if (dialect === "postgres") await sql`set enable_seqscan = on`.execute(one);
    return rows.flatMap((row) => Object.values(row ?? {})).join("\n");
  });
}

/**
 * In SQLite, a scan in primary key order also uses an index, and the plan shows that. A scan of a subquery reads only its
 * rows.
 */
export const WHOLE_TABLE = /Seq Scan on|^SCAN (?!\(?subquery|.* USING )/m;
