import { type Statement, StoreError, type StoreErrorKind, type WriteResult } from "./store.ts";

/** What both databases take as they are: truth travels as 0 or 1, JSON as text, times as milliseconds. */
export type Parameter = string | number | null;

/** A statement without Kysely's tree, so that it can cross to the Worker. */
export interface PlainStatement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  readonly expect?: number;
}
export type PlainBatch = readonly PlainStatement[];

/** What became of one batch of a group. */
export type BatchOutcome =
  | WriteResult
  | { readonly outcome: "failed"; readonly kind: StoreErrorKind; readonly message: string };

/**
 * Runs a group of batches in one transaction, each in a savepoint of its own, and resolves after COMMIT with one answer a
 * batch. Rejects with a {@link StoreError} when the group as a whole failed.
 */
export interface GroupExecutor {
  execute(group: readonly PlainBatch[], deadline_ms: number): Promise<readonly BatchOutcome[]>;
  close(): Promise<void>;
}

/** Strips and checks a batch. A value that the two databases would store differently is refused by both. */
export function plainBatch(batch: readonly Statement[]): PlainBatch {
  return batch.map(({ query, expect }) => ({
    sql: query.sql,
    parameters: query.parameters.map(plainParameter),
    ...(expect === undefined ? {} : { expect }),
  }));
}

function plainParameter(value: unknown, index: number): Parameter {
  if (value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  // PostgreSQL has no NUL in text; SQLite would store it and hide what follows from its own functions.
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
