import { CURRENT_MISMATCHES } from "../../store/statements/people/attribute-definitions.ts";
import type { Store } from "../../store/store.ts";

/**
 * The same store; `onMixed` runs after a commit with which an attribute has values of several types for the first time,
 * whichever of its many writers that was.
 *
 * @example
 * const store = notifyOnMixedAttributes(opened, () => notifySoon());
 */
export function notifyOnMixedAttributes(store: Store, onMixed: () => void): Store {
  return {
    ...store,
    async write(batch) {
      const written = await store.write(batch);
      if (written.outcome === "committed" && written.results.some(({ rows }) => rows.some(isFirstMismatch))) onMixed();
      return written;
    },
  };
}

function isFirstMismatch(row: Readonly<Record<string, unknown>>): boolean {
  return Number(row[CURRENT_MISMATCHES]) === 1;
}
