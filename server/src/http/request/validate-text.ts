import { truncate } from "../../lib/truncate.ts";

/**
 * A JSON pointer (RFC 6901); parts of a stranger's length are cut.
 *
 * @example
 * pointerOf(["draft", "body", "steps", 0, "a/b"]); // "/draft/body/steps/0/a~1b"
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${truncate(String(part)).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Where a value holds text that PostgreSQL cannot: a NUL, or half of a surrogate pair. SQLite could, and nobody means to
 * write either. Undefined when all of it can be stored. The depth of the value was bounded when it was read.
 */
export function invalidTextAt(value: unknown, path: readonly PropertyKey[] = []): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? pointerOf(path) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = invalidTextAt(item, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
