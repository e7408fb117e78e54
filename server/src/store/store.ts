import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { CompiledQuery, Kysely } from "kysely";
import type { Log } from "../lib/log.ts";
import type { Schema } from "./schema/schema.ts";

/**
 * One statement of a batch. `expect` is the required number of affected rows. Any other number rolls back the batch.
 */
export interface Statement {
  readonly query: CompiledQuery;
  readonly expect?: number;
}

/** Number of affected rows, and the rows of the `returning` clause. */
export interface StatementResult {
  readonly affected: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * `unmet`: statement `index` affected `affected` rows instead of the expected number. Nothing of the batch was stored.
 */
export type WriteResult =
  | { readonly outcome: "committed"; readonly results: readonly StatementResult[] }
  | { readonly outcome: "unmet"; readonly index: number; readonly affected: number };

/**
 * Database access. Read through `db` (read-only on SQLite), which blocks the sockets of a SQLite server meanwhile,
 * unless its disk is slow. Reads of many rows use `background_db`: threads of their own on SQLite. Write only through
 * `write`, which runs the batch in one transaction and resolves after COMMIT at full durability.
 *
 * @example
 * const update = store.db.updateTable("contents").set({ revision: 8 }).where("id", "=", id).where("revision", "=", 7);
 * const result = await store.write([{ query: update.compile(), expect: 1 }]);
 * if (result.outcome === "unmet") throw new ProblemError("revision_stale", "…");
 */
export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly db: Kysely<Schema>;
  readonly background_db: Kysely<Schema>;
  write(batch: readonly Statement[]): Promise<WriteResult>;
  close(): Promise<void>;
}

/** The same store for callers whose reads may be slow. */
export function readInBackground(store: Store): Store {
  return { ...store, db: store.background_db };
}

/** What a use case needs to store rows with times and new IDs. */
export interface WriteDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
}

/**
 * `exclusive`: the one process that writes. `shared`: one of several nodes. PostgreSQL refuses writes of a process
 * while another holds a lock that doesn't fit. A SQLite file always has one process.
 */
export type StoreLock = "exclusive" | "shared";

/** `clock`: dates of migrations. `lock`: none if undefined. */
export interface StoreDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly lock?: StoreLock | undefined;
}

/**
 * `unique`: a row with this key exists. `foreign_key`: a referenced row doesn't exist, or the row is still referenced.
 * `invalid`: the statement or a value can never be stored. `unavailable`: disk or server doesn't respond, or the queue
 * is full. Retry with the same IDs, because the response may have been lost after the rows were stored. `disk_full`: the
 * database has no space. `in_use`: another process has the database. Nothing was stored then.
 */
export type StoreErrorKind = "unique" | "foreign_key" | "unavailable" | "disk_full" | "in_use" | "invalid";

/** Message for a lost response: the rows may be stored. */
export const MAYBE_STORED = "The write may have been stored. Repeat it with the same IDs.";

/** Message for a write that was never sent. */
export const NOT_STORED = "Nothing was stored. Try again.";

/** What went wrong, without what became of a write. */
export function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(MAYBE_STORED, "").replace(NOT_STORED, "").trim();
}

/** Error of the store. Nothing of the batch was stored, except that with `unavailable` it's unknown. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Whether the database can't store anything now. The same write may succeed later. */
export function isUnavailable(error: unknown): error is StoreError {
  return error instanceof StoreError && ["unavailable", "disk_full", "in_use"].includes(error.kind);
}

/** Whether a row with this key exists, such as from a concurrent request. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof StoreError && error.kind === "unique";
}

/** Whether a row that was just referenced is gone, or one that was deleted is referenced. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof StoreError && error.kind === "foreign_key";
}
