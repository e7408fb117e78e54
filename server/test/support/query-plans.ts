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
 * In SQLite, a scan in primary key order also uses an index, and the plan shows that. A scan of a subquery (also the
 * newest rows of a list, and the furthest state of each person) reads only its rows.
 */
export const WHOLE_TABLE = /Seq Scan on|^SCAN (?!\(?subquery|newest$|furthest$|.* USING )/m;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Heap Fetches"?: number | undefined;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const planSchema: z.ZodType<PlanNode> = z.object({
  ...{ "Node Type": z.string(), "Relation Name": z.string().optional(), "Heap Fetches": z.number().optional() },
  ...{ "Shared Hit Blocks": z.number(), "Shared Read Blocks": z.number() },
  get Plans() {
    return z.array(planSchema).optional();
  },
});
const explainedSchema = z.tuple([z.looseObject({ Plan: planSchema })]);

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Runs the query on PostgreSQL. Returns how many pages it read, and the tables that it read as a whole.
 *
 * `map_pages`: of the visibility map, which aren't in `pages`. A scan of only an index looks up each row's page there. The
 * map has one page for 32,672 pages of the table, so more of them are read the larger the table is, up to one per row.
 */
export async function readsOf(db: Store["db"], query: CompiledQuery) {
  const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [...query.parameters]);
  return db.transaction().execute(async (one) => {
    const before = await tablePages(one);
    const { rows } = await one.executeQuery<Record<string, unknown>>(explain);
    const after = await tablePages(one);
    const [{ Plan: plan }] = explainedSchema.parse(rows[0]?.["QUERY PLAN"]);
    const nodes = nodesOf(plan);
    const visits = nodes.filter((node) => node["Node Type"] !== "Index Only Scan" || node["Heap Fetches"] !== 0);
    const visited = new Set(visits.map((node) => node["Relation Name"]));
    const mapped = new Set(nodes.flatMap(({ "Relation Name": name = "" }) => (visited.has(name) ? [] : [name])));
    const map_pages = [...mapped].reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0);
    return {
      pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] - map_pages,
      map_pages,
      whole_tables: nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [])),
    };
  });
}

/** Pages of each table that this session read, with those of its visibility map, and without its indexes. */
async function tablePages(db: Store["db"]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly name: string; readonly pages: number | string }>`
    select relname as name, pg_stat_get_xact_blocks_fetched(oid) as pages from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(rows.map(({ name, pages }) => [name, Number(pages)]));
}
