import type { ReactNode } from "react";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Other words that people type for it. Not shown. */
  readonly keywords?: string | undefined;
  /** Keyboard shortcut, as listed in the shortcut sheet. */
  readonly keys?: readonly string[] | undefined;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export interface PaletteGroup {
  /** Label of the group. The library requires this name. */
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

/** Scope of the palette, set by the first character. */
export type PaletteScope = "everything" | "actions" | "people";

const PREFIXES: Readonly<Record<string, PaletteScope>> = { ">": "actions", "@": "people" };

/**
 * The query and its kind: a leading `>` means actions, and `@` means people.
 *
 * @example
 * parsePaletteQuery("@ ada"); // { kind: "people", words: "ada" }
 */
export function parsePaletteQuery(typed: string): { readonly kind: PaletteScope; readonly words: string } {
  const text = typed.trim();
  const kind = PREFIXES[text.slice(0, 1)];
  return kind === undefined ? { kind: "everything", words: text } : { kind, words: text.slice(1).trim() };
}

/** Whether each word is in the label or hint, or begins a word of the keywords. Case is ignored. */
export function matchesQuery(
  { label, hint = "", keywords = "" }: Pick<PaletteItem, "label" | "hint" | "keywords">,
  words: string,
): boolean {
  const text = `${label} ${hint}`.toLowerCase();
  const others = keywords.toLowerCase().split(/[\s,،/-]+/);
  return words
    .toLowerCase()
    .split(/[\s/-]+/)
    .every((word) => text.includes(word) || others.some((other) => other.startsWith(word)));
}

/**
 * Removes a leading verb, so that the rest can be searched as content: `publish wel` searches `wel`.
 *
 * @example
 * withoutVerbs("publish wel", ["Publish “Welcome”"]); // "wel"
 */
export function withoutVerbs(words: string, verbs: readonly string[]): string {
  const [first = "", ...rest] = words.split(/\s+/);
  const is_verb = verbs.some((verb) => verb.toLowerCase().startsWith(first.toLowerCase()));
  return is_verb ? rest.join(" ") : words;
}
