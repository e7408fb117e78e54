import { SQL } from "bun";
import { StoreError, type StoreErrorKind } from "../store.ts";

/** Deadlock detected; lock not available in time. Whoever meets these may simply try again. */
const CONTENTION: ReadonlySet<string | undefined> = new Set(["40P01", "55P03"]);

/** SQLSTATE, which Bun keeps in `errno`; undefined for errors that never reached the server. */
export function sqlState(cause: unknown): string | undefined {
  return cause instanceof SQL.PostgresError ? cause.errno : undefined;
}

/** Whether the locks of others, and nothing in the statement, are the reason. */
export function isContention(cause: unknown): boolean {
  return CONTENTION.has(sqlState(cause));
}

/** What an error of PostgreSQL means to the caller of the store. */
export function postgresError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  if (!(cause instanceof SQL.PostgresError)) return new StoreError("invalid", String(cause), { cause });
  const state = cause.errno;
  return new StoreError(kindOf(state), `${cause.message} (${state ?? cause.code})`, { cause });
}

/** Classes of SQLSTATE that speak of the server and not of the statement: connection, resources, operator, system. */
const UNAVAILABLE = /^(08|53|57|58|25006|40|55P03|XX)/;

function kindOf(state: string | undefined): StoreErrorKind {
  if (state === undefined) return "unavailable";
  if (state === "23505") return "unique";
  if (state === "23503") return "foreign_key";
  return UNAVAILABLE.test(state) ? "unavailable" : "invalid";
}
