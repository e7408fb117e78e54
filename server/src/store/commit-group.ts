import type { CompiledQuery } from "kysely";
import { type Statement, StoreError, type StoreErrorKind, type WriteResult } from "./store.ts";

/** Values that both databases accept unchanged: booleans as 0 or 1, JSON as text, times as milliseconds. */
export type Parameter = string | number | null;

/** A statement without Kysely's tree, so that it can be posted to the worker. */
export interface PlainStatement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  readonly expect?: number;
}
export type PlainBatch = readonly PlainStatement[];

export type BatchOutcome =
  | WriteResult
  | { readonly outcome: "failed"; readonly kind: StoreErrorKind; readonly message: string; readonly cause?: unknown };

/**
 * Runs a group of batches in one transaction, each in its own savepoint. Resolves after COMMIT with one outcome per
 * batch. Rejects with a {@link StoreError} if the whole group fails.
 */
export interface GroupExecutor {
  execute(group: readonly PlainBatch[], deadline_ms: number): Promise<readonly BatchOutcome[]>;
  close(): Promise<void>;
}

/** Strips and validates a batch. Values that the two databases would store differently are rejected by both. */
export function plainBatch(batch: readonly Statement[]): PlainBatch {
  return batch.map(({ query, expect }) => ({
    ...plainStatement(query),
    ...(expect === undefined ? {} : { expect }),
  }));
}

export function plainStatement({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">): PlainStatement {
  return { sql, parameters: parameters.map(plainParameter) };
}

function plainParameter(value: unknown, index: number): Parameter {
  if (value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  // PostgreSQL doesn't allow NUL in text. SQLite stores it, but its functions ignore everything after it.
  if (typeof value === "string" && !value.includes("\0")) return value;
  throw new StoreError(
    "invalid",
    `Parameter ${index + 1} is ${describe(value)}: the store takes text without NUL, finite numbers and null.`,
  );
}

function describe(value: unknown): string {
  if (typeof value === "string") return "text with a NUL character";
  if (typeof value === "number") return String(value);
  return value instanceof Date ? "a Date" : `a value of type ${typeof value}`;
}
