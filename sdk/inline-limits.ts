import type { Plugin } from "vite";
import * as numbers from "../contract/src/limits.ts";

/**
 * Inlines the numbers of limits.ts where they are used. A page then loads only those it needs, and no chunk is added
 * for a shared table.
 */
export function inlineLimits(): Plugin {
  const { limits, ...units } = numbers;
  const table: Readonly<Record<string, unknown>> = { ...units };
  const limit: Readonly<Record<string, number>> = limits;
  const numberOr = (text: string, value: unknown): string => (typeof value === "number" ? `(${value})` : text);
  return {
    name: "inline-limits",
    enforce: "pre",
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !/from "(?:@fanfare\/contract\/limits|(?:\.{1,2}\/)+limits\.ts)"/.test(code)) {
        return undefined;
      }
      // TypeScript has already checked the names; anything not in the table is a file name or a link in a comment.
      const inlined = code
        .split(/^(import [^;]*;)$/m)
        .map((part) =>
          part.startsWith("import ")
            ? part
            : part
                .replace(/(?<![\w./])limits\.([a-z][a-z0-9_]*)\b/g, (text, name: string) => numberOr(text, limit[name]))
                .replace(/(?<![\w./])[A-Z][A-Z_]*_MS\b/g, (text) => numberOr(text, table[text])),
        );
      return { code: inlined.join(""), map: null };
    },
  };
}
