import { MISMATCHES_BY_NOW } from "../store/attribute-definitions.ts";
import type { Store } from "../store/store.ts";

/**
 * The same store; `onMixed` runs after a commit with which an attribute has values of several types for the first time,
 * whichever of its many writers that was.
 *
 * @example
 * const store = tellingOfMixed(opened, () => tellSoon());
 */
export function tellingOfMixed(store: Store, onMixed: () => void): Store {
  return {
    ...store,
    async write(batch) {
      const written = await store.write(batch);
      if (written.outcome === "committed" && written.results.some(({ rows }) => rows.some(isFirst))) onMixed();
      return written;
    },
  };
}

function isFirst(row: Readonly<Record<string, unknown>>): boolean {
  return Number(row[MISMATCHES_BY_NOW]) === 1;
}
