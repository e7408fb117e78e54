import { lookup } from "node:dns/promises";
import { redactPassword } from "../config/config.ts";
import { messageOf, StartupError } from "../lib/operator-errors.ts";
import { openStore } from "../store/database.ts";
import { sqlState } from "../store/postgres/error.ts";
import { faultOf, type Store, type StoreDeps, StoreError, type StoreLock } from "../store/store.ts";

/** With Redis, several nodes write. Otherwise, one process does. */
export function lockOf({ redis_url }: { readonly redis_url?: string | undefined }): StoreLock {
  return redis_url === undefined ? "exclusive" : "shared";
}

/** Where the operator gave the URL of a database. */
export type UrlSource = "FANFARE_DATABASE_URL" | "--to";

/** Opens the database for a start or command. Errors have a message for the operator. */
export async function openDatabase(
  url: string,
  deps: StoreDeps,
  source: UrlSource = "FANFARE_DATABASE_URL",
): Promise<Store> {
  try {
    return await openStore(url, deps);
  } catch (error) {
    throw new StartupError((await describeDatabaseError(error, url, source)) ?? messageOf(error), { cause: error });
  }
}

/**
 * What is wrong with a database, and what to do. Undefined if the error doesn't come from its address, its server, or
 * its disk.
 */
export async function describeDatabaseError(
  error: unknown,
  url: string,
  source: UrlSource = "FANFARE_DATABASE_URL",
): Promise<string | undefined> {
  const shown = redactPassword(url);
  switch (stateOf(error)) {
    case "28000":
    case "28P01":
      return `The database ${shown} refuses its user or password: ${reasonOf(error)}. Correct ${source}.`;
    case "3D000":
      return `The database ${shown} doesn't exist. Create it, or correct ${source}.`;
    case "42P01":
      return `The database ${shown} lacks tables of this version: ${reasonOf(error)}. Run fanfare migrate, or correct ${source}.`;
  }
  if (!(error instanceof StoreError)) return undefined;
  if (error.kind === "disk_full")
    return `The disk of the database ${shown} is full. Free up disk space, then try again.`;
  if (error.kind === "in_use") return error.message;
  if (error.kind !== "unavailable") return undefined;
  const unknown = await unknownHost(url);
  if (unknown !== undefined)
    return `Can't find the host ${unknown} of the database ${shown}. Check the network's DNS, or correct ${source}.`;
  return `Can't connect to the database ${shown}: ${reasonOf(error)}. Start the database, or correct ${source}.`;
}

/** A database that can't be reached hasn't received data yet, so its own error message is safe to show. */
function reasonOf(error: unknown): string {
  return faultOf(error).replace(/\.$/, "");
}

/** SQLSTATE of the error that caused this one. */
function stateOf(error: unknown): string | undefined {
  return sqlState(error) ?? (error instanceof StoreError ? stateOf(error.cause) : undefined);
}

/** Bun reports a host name that doesn't resolve like a refused connection. */
async function unknownHost(url: string): Promise<string | undefined> {
  const host = URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  if (host === "") return undefined;
  return await lookup(host).then(
    () => undefined,
    () => host,
  );
}
