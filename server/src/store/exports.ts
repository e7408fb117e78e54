import type { AppId } from "@fanfare/contract/ids";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** The columns by which rows of a table are read in parts; together they are its key. */
const KEYS = {
  events: ["id"],
  people: ["id"],
  runs: ["id"],
  suppressions: ["id"],
  milestones: ["goal_id", "person_id"],
  exposures: ["person_id", "content_id", "experiment"],
  survey_answers: ["run_id", "question_id", "ordinal"],
  event_rollups: ["day", "name", "content_id", "facets"],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

export type ExportedTable = keyof typeof KEYS;
export type ExportedRow = Readonly<Record<string, string | number | null>>;

/** The next rows of an app after `last`, in the order of the key. */
export async function nextRows(
  db: Kysely<Schema>,
  table: ExportedTable,
  app_id: AppId,
  last: ExportedRow | undefined,
  limit: number,
): Promise<readonly ExportedRow[]> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
  const after =
    last === undefined ? sql`` : sql` and (${key}) > (${sql.join(KEYS[table].map((column) => last[column] ?? null))})`;
  const { rows } =
    await sql<ExportedRow>`select * from ${sql.table(table)} where app_id = ${app_id}${after} order by ${key} limit ${sql.lit(limit)}`.execute(
      db,
    );
  return rows;
}
