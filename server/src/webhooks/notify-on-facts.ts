import { RECORDED_FACT } from "../store/statements/realtime/facts.ts";
import { isUnavailable, type StatementResult, type Store } from "../store/store.ts";

/**
 * Wraps a store. `onFacts` runs after a commit that may have recorded facts for engagement webhooks, for any
 * writer.
 *
 * @example
 * const store = notifyOnFacts(opened, () => webhooks.factsRecorded());
 */
export function notifyOnFacts(store: Store, onFacts: () => void): Store {
  return {
    ...store,
    async write(batch) {
      try {
        const written = await store.write(batch);
        if (written.outcome === "committed" && written.results.some(hasFacts)) onFacts();
        return written;
      } catch (error) {
        // Without a response, the batch may be stored.
        if (isUnavailable(error)) onFacts();
        throw error;
      }
    },
  };
}

function hasFacts({ rows }: StatementResult): boolean {
  return rows.some((row) => RECORDED_FACT in row);
}
