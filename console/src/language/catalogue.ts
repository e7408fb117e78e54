import { language } from "./language.ts";
import { type Pattern, patternOf, valuesIn } from "./pattern.ts";

/** A text with a number in it, in each form that the language counts in (CLDR plural categories). */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** English text, as it stands in the code, to the same in another language. */
export type Catalogue = Readonly<Record<string, string | Counted>>;

const known = new Map<string, string | Counted>();
/** Texts that come filled from the server, by their context, the most telling first. */
const patterns = new Map<string, readonly Pattern[]>();

/** Loads the words of the page's language. To be awaited before any module that says something is loaded. */
export async function loadCatalogue(): Promise<void> {
  if (language.tag === "en") return;
  const { catalogue, rooms } = await import("./ar/catalogue.ts");
  for (const [english, said] of Object.entries(catalogue)) known.set(english, said);
  const filled = Object.keys(rooms.contract).filter((english) => english.includes("{"));
  for (const [context, texts] of Map.groupBy(filled, contextOf)) {
    patterns.set(
      context,
      texts.map(patternOf).toSorted((one, other) => other.weight - one.weight),
    );
  }
}

const contextOf = (text: string): string => text.split("##", 2)[1] ?? "";

/** What stands for an English text in the page's language; undefined in English itself. */
export const lookUp = (english: string): string | Counted | undefined => known.get(english);

/** What an English text holds whose names have their values already; undefined where no text of this context is like it. */
export function lookUpFilled(
  english: string,
  context: string,
): { readonly said: string | Counted; readonly values: Readonly<Record<string, string>> } | undefined {
  for (const pattern of patterns.get(context) ?? []) {
    const values = valuesIn(pattern, english);
    const said = values === undefined ? undefined : lookUp(pattern.text);
    if (values !== undefined && said !== undefined) return { said, values };
  }
  return undefined;
}
