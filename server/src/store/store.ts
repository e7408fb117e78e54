import type { Clock } from "@fanfare/contract/lib/clock";
import type { CompiledQuery, Kysely } from "kysely";
import type { Log } from "../lib/log.ts";
import type { Schema } from "./schema/schema.ts";

/** One statement of a batch. `expect` is how many rows it must touch; another number rolls the whole batch back. */
export interface Statement {
  readonly query: CompiledQuery;
  readonly expect?: number;
}

/** What one statement touched, and the rows of its `returning` clause. */
export interface StatementResult {
  readonly affected: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** `unmet`: statement `index` touched `affected` rows instead of those expected; nothing of the batch was stored. */
export type WriteResult =
  | { readonly outcome: "committed"; readonly results: readonly StatementResult[] }
  | { readonly outcome: "unmet"; readonly index: number; readonly affected: number };

/**
 * Where everything rests. Reads go through `db` (read-only on SQLite); writes only through `write`, which runs the batch
 * in one transaction and resolves after COMMIT at full durability.
 *
 * @example
 * const result = await store.write([
 *   { query: store.db.updateTable("contents").set({ revision: 8 }).where("id", "=", id).where("revision", "=", 7).compile(), expect: 1 },
 * ]);
 * if (result.outcome === "unmet") throw new ProblemError("revision_stale", "…");
 */
export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly db: Kysely<Schema>;
  write(batch: readonly Statement[]): Promise<WriteResult>;
  close(): Promise<void>;
}

/** Dependencies of a store. `clock` dates the migrations. */
export interface StoreDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/**
 * `unique`: a row with this key exists. `foreign_key`: a row that is named does not exist, or is still named by another.
 * `invalid`: the statement or a value can never be stored. `unavailable`: disk or server does not answer, or the queue is
 * full; try later with the same ids, because an answer may have been lost after the rows were stored.
 */
export type StoreErrorKind = "unique" | "foreign_key" | "unavailable" | "invalid";

/** What an answer says that was lost: the rows may be there. */
export const MAYBE_STORED = "The write may have been stored. Repeat it with the same IDs.";

/** What the store refuses with. Nothing of the batch was stored, except that `unavailable` may not know. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Somebody else was faster: a row with this key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof StoreError && error.kind === "unique";
}
