import { pointerOf } from "./pointer.ts";

/**
 * Where a value holds text that PostgreSQL cannot: a NUL, or half of a surrogate pair. SQLite could, and nobody means to
 * write either. Undefined when all of it can be stored. The depth of the value was bounded when it was read.
 */
export function unstorableAt(value: unknown, path: readonly PropertyKey[] = []): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? pointerOf(path) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = unstorableAt(item, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
