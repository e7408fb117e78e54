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

type Searched = Pick<PaletteItem, "label" | "hint" | "keywords">;

/** How well an item matches, best first. Undefined if it doesn't. */
type MatchRank = 0 | 1 | 2;

/** 0: begins a word of the label or hint. 1: is a keyword. 2: is inside the label, or begins a keyword. */
function rankOfWord({ label, hint = "", keywords = "" }: Searched, word: string): MatchRank | undefined {
  const text = `${label} ${hint}`.toLowerCase();
  const others = keywords.toLowerCase().split(/[\s,،/-]+/);
  if (text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) return 0;
  // "logout" is "log out", but "logo" isn't its beginning.
  const phrases = keywords.toLowerCase().split(/[,،]/);
  if (others.includes(word) || phrases.some((phrase) => phrase.replaceAll(/[\s/-]/g, "") === word)) return 1;
  // A single letter is inside most labels.
  const is_inside = text.includes(word) && word.length > 1;
  return is_inside || others.some((other) => other.startsWith(word)) ? 2 : undefined;
}

/** The rank of the word that matches worst. Undefined if one matches nowhere. Case is ignored. */
export function rankOf(item: Searched, words: string): MatchRank | undefined {
  let worst: MatchRank = 0;
  for (const word of words.toLowerCase().split(/[\s/-]+/)) {
    const rank = rankOfWord(item, word);
    if (rank === undefined) return undefined;
    if (rank > worst) worst = rank;
  }
  return worst;
}

/** Items whose name matches, in their groups, and items that match only by keywords or inside a name. */
export interface RankedGroups {
  readonly names: readonly PaletteGroup[];
  /** Best first. */
  readonly others: readonly PaletteItem[];
}

export function rankGroups(groups: readonly PaletteGroup[], words: string): RankedGroups {
  const ranked = groups.map(({ value, items }) => ({
    value,
    matches: items.flatMap((item) => {
      const rank = rankOf(item, words);
      return rank === undefined ? [] : [{ item, rank }];
    }),
  }));
  const others = ranked.flatMap(({ matches }) => matches.filter(({ rank }) => rank > 0));
  return {
    names: ranked.flatMap(({ value, matches }) => {
      const items = matches.flatMap(({ item, rank }) => (rank === 0 ? [item] : []));
      return items.length === 0 ? [] : [{ value, items }];
    }),
    others: others.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item),
  };
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
