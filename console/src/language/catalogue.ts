import { language } from "./language.ts";

/** A text with a number in it, in each form that the language counts in (CLDR plural categories). */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** English text, as it stands in the code, to the same in another language. */
export type Catalogue = Readonly<Record<string, string | Counted>>;

const known = new Map<string, string | Counted>();

/** Loads the words of the page's language. To be awaited before any module that says something is loaded. */
export async function loadCatalogue(): Promise<void> {
  if (language.tag === "en") return;
  const { catalogue } = await import("./ar/catalogue.ts");
  for (const [english, said] of Object.entries(catalogue)) known.set(english, said);
}

/** What stands for an English text in the page's language; undefined in English itself. */
export const lookUp = (english: string): string | Counted | undefined => known.get(english);
