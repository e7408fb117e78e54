import type { ReactNode } from "react";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** The keys that do the same, from the list that the sheet shows. */
  readonly keys?: readonly string[] | undefined;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export interface PaletteGroup {
  /** What the group is called; the library asks for this name. */
  readonly value: string;
  readonly items: readonly PaletteItem[];
}

/** What the first sign of what is typed narrows the palette to. */
export type PaletteScope = "everything" | "actions" | "people";

const PREFIXES: Readonly<Record<string, PaletteScope>> = { ">": "actions", "@": "people" };

/**
 * What is looked for, and among what: `>` in front means what one can do, `@` people.
 *
 * @example
 * parsePaletteQuery("@ ada"); // { kind: "people", words: "ada" }
 */
export function parsePaletteQuery(typed: string): { readonly kind: PaletteScope; readonly words: string } {
  const text = typed.trim();
  const kind = PREFIXES[text.slice(0, 1)];
  return kind === undefined ? { kind: "everything", words: text } : { kind, words: text.slice(1).trim() };
}

/** Whether each word is somewhere in the label or the hint, in any case. */
export function matchesQuery(
  { label, hint = "" }: { readonly label: string; readonly hint?: string },
  words: string,
): boolean {
  const text = `${label} ${hint}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * The words without those that begin with what is done: what the server finds contents by. `publish wel` asks for `wel`.
 *
 * @example
 * withoutVerbs("publish wel", ["Publish “Welcome”"]); // "wel"
 */
export function withoutVerbs(words: string, verbs: readonly string[]): string {
  const [first = "", ...rest] = words.split(/\s+/);
  const is_verb = verbs.some((verb) => verb.toLowerCase().startsWith(first.toLowerCase()));
  return is_verb ? rest.join(" ") : words;
}
