import { CURRENT_MISMATCHES } from "../../store/statements/people/attribute-definitions.ts";
import type { Store } from "../../store/store.ts";

/**
 * Wraps a store. `onMixed` runs after a commit that gives an attribute values of several types for the first time, for
 * any writer.
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
