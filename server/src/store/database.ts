import { limits } from "@fanfare/contract/limits";
import { kyselyOverPostgres, postgresPool } from "./postgres/connection.ts";
import { openPostgres } from "./postgres/store.ts";
import type { Db } from "./schema/schema.ts";
import { openReading } from "./sqlite/connection.ts";
import { kyselyOver, readWith } from "./sqlite/kysely.ts";
import { openSqlite } from "./sqlite/store.ts";
import type { Store, StoreDeps } from "./store.ts";

/**
 * Opens the database at `url` and upgrades its schema. `sqlite:/absolute/path.db` or `sqlite:relative/path.db` is one
 * file for one process. `postgres://user:password@host:port/database` is shared. Rejects with a readable message if the
 * URL, file, server, or schema is unusable.
 *
 * @example
 * const store = await openStore("sqlite:./data/fanfare.db", { clock: systemClock, log });
 */
export async function openStore(url: string, deps: StoreDeps): Promise<Store> {
  const target = parseStoreUrl(url);
  switch (target.dialect) {
    case "sqlite":
      return await openSqlite(target.path, deps);
    case "postgres":
      return await openPostgres(target.url, deps);
  }
}

/** Opens the database at `url` only for reading. Doesn't change its schema. */
export function openForReading(url: string): { readonly db: Db; close(): Promise<void> } {
  const target = parseStoreUrl(url);
  const db = target.dialect === "sqlite" ? readSqlite(target.path) : readPostgres(target.url);
  return { db, close: () => db.destroy() };
}

function readSqlite(path: string): Db {
  const database = openReading(path);
  return kyselyOver(readWith(database), () => database.close());
}

const readPostgres = (url: string): Db =>
  kyselyOverPostgres(postgresPool(url, 1, { statement_timeout: limits.store_deadline_ms }));

export type StoreTarget =
  | { readonly dialect: "sqlite"; readonly path: string }
  | { readonly dialect: "postgres"; readonly url: string };

/** Parses a database URL. Throws a readable message for an unsupported one. */
export function parseStoreUrl(url: string): StoreTarget {
  if (/^postgres(ql)?:\/\//.test(url)) {
    if (!URL.canParse(url))
      throw new Error("The postgres:// database URL is malformed. Use postgres://user:password@host:port/database.");
    return { dialect: "postgres", url };
  }
  const path = url.startsWith("sqlite:") ? url.slice("sqlite:".length) : "";
  if (path === "" || path.startsWith(":")) {
    // Don't show the URL: it may contain a password.
    throw new Error("The database URL must be sqlite:/path/to/file.db or postgres://user:password@host:port/database.");
  }
  return { dialect: "sqlite", path };
}
