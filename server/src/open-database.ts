import { withoutPassword } from "./config.ts";
import { StartError } from "./start-error.ts";
import { openStore } from "./store/database.ts";
import { MAYBE_STORED, type Store, type StoreDeps, StoreError } from "./store/store.ts";

/** Opens the database for a start or a command; what is wrong with it is a sentence for the operator. */
export async function openDatabase(url: string, deps: StoreDeps): Promise<Store> {
  try {
    return await openStore(url, deps);
  } catch (error) {
    throw new StartError(sentenceOf(error, url), { cause: error });
  }
}

/** What does not answer at the start was asked for nothing yet, so that its own words are the reason. */
function sentenceOf(error: unknown, url: string): string {
  if (!(error instanceof StoreError) || error.kind !== "unavailable") return messageOf(error);
  const reason = error.message.replace(MAYBE_STORED, "").trim().replace(/\.$/, "");
  return `The database ${withoutPassword(url)} cannot be used: ${reason}. Start it, or correct FANFARE_DATABASE_URL.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
