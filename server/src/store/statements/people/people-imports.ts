import type { AppId, PeopleImportId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, type Kysely, type Selectable, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Schema } from "../../schema/schema.ts";

type Db = Kysely<Schema>;
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

/** The newest first: ids grow with time. */
export function importsOf(db: Db, app_id: AppId, rows_max: number): Promise<PeopleImportRow[]> {
  return db
    .selectFrom("people_imports")
    .selectAll()
    .where("app_id", "=", app_id)
    .orderBy("id", "desc")
    .limit(rows_max)
    .execute();
}

/** Of all apps: what a server that starts goes on with. */
export async function runningImports(db: Db): Promise<readonly { id: PeopleImportId; app_id: AppId }[]> {
  return db
    .selectFrom("people_imports")
    .select(["id", "app_id"])
    .where("state", "=", "running")
    .orderBy("id")
    .execute();
}

export function insertImport(db: Db, row: PeopleImportRow): CompiledQuery {
  return db.insertInto("people_imports").values(row).compile();
}

/** How many files of an app wait for their parts or their columns. */
export async function countPendingImports(db: Db, app_id: AppId): Promise<number> {
  const { count } = await db
    .selectFrom("people_imports")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("app_id", "=", app_id)
    .where("state", "in", ["uploading", "ready"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a part of the file adds, where it is the next one. */
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

/** The first batches from `seq` on, that are not worked off. */
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

/** That a batch is worked off: its rows go, and the import counts what became of them. Both once, while it runs. */
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

/** Ends it where it is in one of these states, and forgets the rows that it showed. */
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

/** Refused rows that speak of these people: they go when the people do. */
export function deleteRefusalsOf(db: Db, app_id: AppId, names: readonly string[]): CompiledQuery {
  return db
    .deleteFrom("people_import_refusals")
    .where("external_id", "in", [...names])
    .where("import_id", "in", (eb) => eb.selectFrom("people_imports").select("id").where("app_id", "=", app_id))
    .compile();
}

/** Rows of an import that has ended, some at a time. */
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

/** Imports that have ended and still have rows of their file. */
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

/** Those that wait since too long are over. */
export function expireImports(db: Db, app_id: AppId, made_before: Millis, now_ms: Millis): CompiledQuery {
  return db
    .updateTable("people_imports")
    .set({ state: "cancelled", ended_at: now_ms, sample: "[]", reader: "{}" })
    .where("app_id", "=", app_id)
    .where("state", "in", ["uploading", "ready"])
    .where("created_at", "<", made_before)
    .compile();
}

/** Forgets imports that ended before, with the rows they refused. */
export function deleteEndedImports(db: Db, app_id: AppId, ended_before: Millis): CompiledQuery {
  return db.deleteFrom("people_imports").where("app_id", "=", app_id).where("ended_at", "<", ended_before).compile();
}
