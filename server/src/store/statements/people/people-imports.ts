import type { AppId, PeopleImportId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type PeopleImportRow = Selectable<Schema["people_imports"]>;
export type RefusalRow = Selectable<Schema["people_import_refusals"]>;

export function importById(db: Db, app_id: AppId, id: string): Promise<PeopleImportRow | undefined> {
  return db
    .selectFrom("people_imports")
    .selectAll()
    .where("app_id", "=", app_id)
    .where(sql<string>`id`, "=", id)
    .executeTakeFirst();
}

/** Newest first: IDs grow with time. */
export function importsOf(db: Db, app_id: AppId, rows_max: number): Promise<PeopleImportRow[]> {
  return db
    .selectFrom("people_imports")
    .selectAll()
    .where("app_id", "=", app_id)
    .orderBy("id", "desc")
    .limit(rows_max)
    .execute();
}

/** Running imports of all apps, which a starting server continues. */
export async function runningImports(db: Db): Promise<readonly { id: PeopleImportId; app_id: AppId }[]> {
  return db
    .selectFrom("people_imports")
    .select(["id", "app_id"])
    .where("state", "=", "running")
    .orderBy("id")
    .execute();
}

/** Counts an app's imports that wait for parts or for their columns. */
export async function countPendingImports(db: Db, app_id: AppId): Promise<number> {
  const { count } = await db
    .selectFrom("people_imports")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("app_id", "=", app_id)
    .where("state", "in", ["uploading", "ready"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Records a part of the file, only if it's the next one. */
export function appendPart(
  db: Db,
  before: Pick<PeopleImportRow, "id" | "parts">,
  after: Pick<PeopleImportRow, "state" | "reader" | "columns" | "sample" | "bytes" | "batches" | "row_count">,
): CompiledQuery {
  return db
    .updateTable("people_imports")
    .set({ ...after, parts: before.parts + 1 })
    .where("id", "=", before.id)
    .where("state", "=", "uploading")
    .where("parts", "=", before.parts)
    .compile();
}

export function insertRows(db: Db, import_id: PeopleImportId, seq: number, rows: string): CompiledQuery {
  return db.insertInto("people_import_rows").values({ import_id, seq, rows }).compile();
}

/** Next unprocessed batches, from `seq` on. */
export function rowsFrom(
  db: Db,
  import_id: PeopleImportId,
  seq: number,
  batches_max: number,
): Promise<{ seq: number; rows: string }[]> {
  return db
    .selectFrom("people_import_rows")
    .select(["seq", "rows"])
    .where("import_id", "=", import_id)
    .where("seq", ">=", seq)
    .orderBy("seq")
    .limit(batches_max)
    .execute();
}

export function startImport(db: Db, id: PeopleImportId, columns: string, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("people_imports")
    .set({ state: "running", columns, started_at: now_ms })
    .where("id", "=", id)
    .where("state", "=", "ready")
    .compile();
}

/**
 * Deletes a processed batch and adds its results to the import. Each affects one row only the first time while the
 * import runs.
 */
export function completeBatch(
  db: Db,
  at: { readonly import_id: PeopleImportId; readonly seq: number },
  became: { readonly rows: number; readonly made: number; readonly changed: number; readonly refused: number },
): readonly [CompiledQuery, CompiledQuery] {
  return [
    db.deleteFrom("people_import_rows").where("import_id", "=", at.import_id).where("seq", "=", at.seq).compile(),
    db
      .updateTable("people_imports")
      .set((eb) => ({
        rows_done: eb("rows_done", "+", became.rows),
        made: eb("made", "+", became.made),
        changed: eb("changed", "+", became.changed),
        refused: eb("refused", "+", became.refused),
      }))
      .where("id", "=", at.import_id)
      .where("state", "=", "running")
      .compile(),
  ];
}

/** Ends an import in one of these states and deletes its sample rows. */
export function endImport(
  db: Db,
  id: PeopleImportId,
  from: readonly PeopleImportRow["state"][],
  end: Pick<PeopleImportRow, "state" | "failure" | "ended_at">,
): CompiledQuery {
  return db
    .updateTable("people_imports")
    .set({ ...end, sample: "[]", reader: "{}" })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .compile();
}

export function insertRefusals(db: Db, rows: readonly RefusalRow[]): CompiledQuery {
  return db
    .insertInto("people_import_refusals")
    .values([...rows])
    .compile();
}

export function refusalsAfter(
  db: Db,
  import_id: PeopleImportId,
  line: number,
  rows_max: number,
): Promise<RefusalRow[]> {
  return db
    .selectFrom("people_import_refusals")
    .selectAll()
    .where("import_id", "=", import_id)
    .where("line", ">", line)
    .orderBy("line")
    .limit(rows_max)
    .execute();
}

/** Deletes refused rows of these people, when the people are erased. */
export function deleteRefusalsOf(db: Db, app_id: AppId, names: readonly string[]): CompiledQuery {
  return db
    .deleteFrom("people_import_refusals")
    .where("external_id", "in", [...names])
    .where("import_id", "in", (eb) => eb.selectFrom("people_imports").select("id").where("app_id", "=", app_id))
    .compile();
}

export function deleteImportRows(db: Db, import_id: PeopleImportId, batches_max: number): CompiledQuery {
  return db
    .deleteFrom("people_import_rows")
    .where("import_id", "=", import_id)
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("people_import_rows as some")
        .select("some.seq")
        .where("some.import_id", "=", import_id)
        .orderBy("some.seq")
        .limit(batches_max),
    )
    .compile();
}

export async function endedWithRows(db: Db): Promise<readonly PeopleImportId[]> {
  const rows = await db
    .selectFrom("people_imports")
    .select("id")
    .where("ended_at", "is not", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("people_import_rows as rest")
          .select("rest.seq")
          .whereRef("rest.import_id", "=", "people_imports.id"),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export function expireImports(db: Db, app_id: AppId, made_before: Millis, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("people_imports")
    .set({ state: "cancelled", ended_at: now_ms, sample: "[]", reader: "{}" })
    .where("app_id", "=", app_id)
    .where("state", "in", ["uploading", "ready"])
    .where("created_at", "<", made_before)
    .compile();
}

/** Deletes imports that ended before then, with their refused rows. */
export function deleteEndedImports(db: Db, app_id: AppId, ended_before: Millis): CompiledQuery {
  return db.deleteFrom("people_imports").where("app_id", "=", app_id).where("ended_at", "<", ended_before).compile();
}
