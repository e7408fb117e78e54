import { SQL } from "bun";
import { StoreError, type StoreErrorKind } from "../store.ts";

/** Deadlock detected, lock not available. Both can be retried. */
const CONTENTION: ReadonlySet<string | undefined> = new Set(["40P01", "55P03"]);

/** Returns the SQLSTATE, which Bun stores in `errno`. Undefined for errors that never reached the server. */
export function sqlState(cause: unknown): string | undefined {
  return cause instanceof SQL.PostgresError ? cause.errno : undefined;
}

/** Whether other transactions' locks caused the error, rather than the statement. */
export function isContention(cause: unknown): boolean {
  return CONTENTION.has(sqlState(cause));
}

export function postgresError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  if (!(cause instanceof SQL.PostgresError)) return new StoreError("invalid", String(cause), { cause });
  const state = cause.errno;
  return new StoreError(kindOf(state), `${cause.message} (${state ?? cause.code})`, { cause });
}

/** SQLSTATE classes about the server, not the statement: connection, sign-in, resources, operator, system. */
const UNAVAILABLE = /^(08|28|3D|53|57|58|25006|40|55P03|XX)/;

function kindOf(state: string | undefined): StoreErrorKind {
  if (state === undefined) return "unavailable";
  if (state === "23505") return "unique";
  if (state === "23503") return "foreign_key";
  if (state === "53100") return "disk_full";
  return UNAVAILABLE.test(state) ? "unavailable" : "invalid";
}
