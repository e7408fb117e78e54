import type { PutThemeRequest } from "@fanfare/contract/schema/content/theme";
import { putThemeRequestSchema } from "@fanfare/contract/schema/content/theme";
import { failingPairs } from "@fanfare/contract/theme/palette-contrast";
import type { Theme } from "@fanfare/contract/theme/theme";
import { tKnown } from "../../lib/i18n/t.ts";

/** @example namesIn("Inter, Source Sans 3,"); // ["Inter", "Source Sans 3"] */
export function splitNames(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

export type ReadTheme =
  | { readonly outcome: "ready"; readonly body: PutThemeRequest }
  /** `fields`: what is wrong, by its path below the theme, or `name`; `unreadable`: how many pairs are too much alike. */
  | { readonly outcome: "wrong"; readonly fields: ReadonlyMap<string, string>; readonly unreadable: number };

/** What is typed, by the rules of the server itself. */
export function readTheme(name: string, theme: Theme): ReadTheme {
  const read = putThemeRequestSchema.safeParse({ name, theme });
  const unreadable = failingPairs(theme).length;
  if (read.success && unreadable === 0) return { outcome: "ready", body: read.data };
  const fields = new Map<string, string>();
  for (const { path, message } of read.error?.issues ?? []) {
    const [first, ...rest] = path.map(String);
    // Of a list its field says what is wrong with any of it.
    const at = first === "name" ? "name" : rest.filter((part) => !/^\d+$/.test(part)).join(".");
    if (!fields.has(at)) fields.set(at, tKnown(message));
  }
  return { outcome: "wrong", fields, unreadable };
}
