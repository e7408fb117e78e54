import { language } from "./language.ts";
import { type Pattern, patternOf, valuesIn } from "./pattern.ts";

/** A text with a number in it, in each form that the language counts in (CLDR plural categories). */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** English text, as it stands in the code, to the same in another language. */
export type Catalogue = Readonly<Record<string, string | Counted>>;

/** What a language has in place of English texts. */
export interface Dictionary {
  readonly texts: ReadonlyMap<string, string | Counted>;
  /** Texts that come filled from the server, by their context, the most telling first. */
  readonly patterns: ReadonlyMap<string, readonly Pattern[]>;
}

/** `filled`: the texts whose names may have their values already when they come. */
export function dictionaryOf(catalogue: Catalogue, filled: Catalogue): Dictionary {
  const with_names = Object.keys(filled).filter((english) => english.includes("{"));
  const patterns = [...Map.groupBy(with_names, contextOf)].map(
    ([context, texts]) => [context, texts.map(patternOf).toSorted((one, other) => other.weight - one.weight)] as const,
  );
  return { texts: new Map(Object.entries(catalogue)), patterns: new Map(patterns) };
}

const contextOf = (text: string): string => text.split("##", 2)[1] ?? "";

/**
 * The words of the page's language. Tables of words are filled when their modules load: whatever says something imports this
 * file, and so waits for what it awaits.
 */
const dictionary = await loadDictionary();

async function loadDictionary(): Promise<Dictionary> {
  if (language.tag === "en") return dictionaryOf({}, {});
  const { catalogue, rooms } = await import("./ar/catalogue.ts");
  return dictionaryOf(catalogue, rooms.contract);
}

/** What stands for an English text in the page's language; undefined in English itself. */
export const lookUp = (english: string, { texts } = dictionary): string | Counted | undefined => texts.get(english);

/** What an English text holds whose names have their values already; undefined where no text of this context is like it. */
export function lookUpFilled(
  english: string,
  context: string,
  { texts, patterns } = dictionary,
): { readonly said: string | Counted; readonly values: Readonly<Record<string, string>> } | undefined {
  for (const pattern of patterns.get(context) ?? []) {
    const values = valuesIn(pattern, english);
    const said = values === undefined ? undefined : texts.get(pattern.text);
    if (values !== undefined && said !== undefined) return { said, values };
  }
  return undefined;
}
