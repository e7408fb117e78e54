import { CompiledQuery, type Kysely, sql } from "kysely";
import { z } from "zod";
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

const pagesSchema = z.looseObject({ "Shared Hit Blocks": z.number(), "Shared Read Blocks": z.number() });
const explainedSchema = z.tuple([z.looseObject({ Plan: pagesSchema })]);

/** Runs the query on PostgreSQL. Returns how many pages it read, and the tables that it read as a whole. */
export async function readsOf(db: Store["db"], query: CompiledQuery) {
  const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [...query.parameters]);
  const { rows } = await db.executeQuery<Record<string, unknown>>(explain);
  const [{ Plan: plan }] = explainedSchema.parse(rows[0]?.["QUERY PLAN"]);
  const whole = JSON.stringify(plan).matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g);
  return {
    pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    whole_tables: [...whole].map(([, table = ""]) => table),
  };
}
