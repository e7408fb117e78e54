/** An emoji with its name in the author's language. */
export interface Emoji {
  readonly emoji: string;
  readonly name: string;
  /** The name and other words for it, in lower case. */
  readonly words: string;
}

export interface EmojiGroup {
  /** Its first emoji. */
  readonly id: (typeof EMOJI_GROUPS)[number];
  readonly items: readonly Emoji[];
}

/** The first emoji of each group of the Unicode standard, in its order. */
export const EMOJI_GROUPS = ["😀", "👋", "🐵", "🍇", "🌍", "🎃", "👓", "🏧", "🏁"] as const;

/**
 * Names and other words, from the annotations of the Unicode CLDR 45 (license in `license.txt`), in the order of the
 * Unicode standard.
 */
const NAMES = {
  en: () => import("./emoji-en.json"),
  ar: () => import("./emoji-ar.json"),
} as const;

/** All emoji that have a name in a language, by group. */
export async function loadEmoji(language: keyof typeof NAMES): Promise<readonly EmojiGroup[]> {
  const groups = EMOJI_GROUPS.map((id) => ({ id, items: [] as Emoji[] }));
  let group = groups[0];
  for (const [emoji, words] of Object.entries((await NAMES[language]()).default)) {
    group = groups.find(({ id }) => id === emoji) ?? group;
    const [name = ""] = words.split("|");
    group?.items.push({ emoji, name, words: words.toLowerCase() });
  }
  return groups;
}

/** The emoji whose words begin with each word of a search. */
export function findEmoji(groups: readonly EmojiGroup[], search: string): readonly EmojiGroup[] {
  const queries = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (queries.length === 0) return groups;
  const matches = ({ words }: Emoji): boolean =>
    queries.every((query) => words.startsWith(query) || words.includes(` ${query}`) || words.includes(`|${query}`));
  return groups.map(({ id, items }) => ({ id, items: items.filter(matches) })).filter(({ items }) => items.length > 0);
}
