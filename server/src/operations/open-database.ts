import { redactPassword } from "../config/config.ts";
import { messageOf, StartupError } from "../lib/operator-errors.ts";
import { openStore } from "../store/database.ts";
import { MAYBE_STORED, type Store, type StoreDeps, StoreError, type StoreLock } from "../store/store.ts";

/** With Redis, several nodes write. Otherwise, one process does. */
export function lockOf({ redis_url }: { readonly redis_url?: string | undefined }): StoreLock {
  return redis_url === undefined ? "exclusive" : "shared";
}

/** Opens the database for a start or command. Errors have a message for the operator. */
export async function openDatabase(url: string, deps: StoreDeps): Promise<Store> {
  try {
    return await openStore(url, deps);
  } catch (error) {
    throw new StartupError(describeOpenError(error, url), { cause: error });
  }
}

/** An unreachable database hasn't received data yet, so its own error message is safe to show. */
export function describeOpenError(error: unknown, url: string): string {
  if (error instanceof StoreError && error.kind === "disk_full") {
    return `The disk of the database ${redactPassword(url)} is full. Free up disk space, then try again.`;
  }
  if (!(error instanceof StoreError) || error.kind !== "unavailable") return messageOf(error);
  const reason = error.message.replace(MAYBE_STORED, "").trim().replace(/\.$/, "");
  return `Can't connect to the database ${redactPassword(url)}: ${reason}. Start the database, or correct FANFARE_DATABASE_URL.`;
}
