import { StartError } from "./start-error.ts";
import { openStore } from "./store/database.ts";
import type { Store, StoreDeps } from "./store/store.ts";

/** Opens the database for a start or a command; what is wrong with it is a sentence for the operator. */
export async function openDatabase(url: string, deps: StoreDeps): Promise<Store> {
  try {
    return await openStore(url, deps);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
