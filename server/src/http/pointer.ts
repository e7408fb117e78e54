import { quotable } from "../quotable.ts";
/**
 * A JSON pointer (RFC 6901); parts of a stranger's length are cut.
 *
 * @example
 * pointerOf(["draft", "body", "steps", 0, "a/b"]); // "/draft/body/steps/0/a~1b"
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${quotable(String(part)).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
