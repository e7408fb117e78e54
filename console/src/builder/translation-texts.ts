import type { Body } from "@fanfare/contract/content";
import { textsOf } from "@fanfare/contract/texts";
import type { Texts, Translations } from "@fanfare/contract/translation";
import { PART_WORDS, partsOf, partTitle } from "./parts.ts";

/** One text that can be translated. */
export interface SourceText {
  readonly key: string;
  readonly text: string;
  /** What it is, in a word: `Title`. */
  readonly place: string;
}

/** The texts of one part, under what the part is called. */
export interface TextGroup {
  readonly title: string;
  readonly texts: readonly SourceText[];
}

/** All texts of a body in reading order, by the part that they belong to. */
export function textGroups(body: Body): readonly TextGroup[] {
  const { type } = body;
  const parts = partsOf(body);
  const titles = new Map(
    parts.map((part, index) => [part.id, `${capital(PART_WORDS[type])} ${index + 1}: ${partTitle(part, type)}`]),
  );
  const groups = new Map<string, SourceText[]>();
  for (const [key, text] of textsOf(body)) {
    const [station = "", ...rest] = key.split(".");
    const title = titles.get(station) ?? (station === "thanks" ? "Thanks" : "Beginning");
    const texts = groups.get(title) ?? [];
    groups.set(title, texts);
    texts.push({ key, text, place: placeOf(titles.has(station) ? rest : [station, ...rest]) });
  }
  return Array.from(groups, ([title, texts]) => ({ title, texts }));
}

function placeOf(path: readonly string[]): string {
  if (path.at(-1) === "alt") return "Description of the picture";
  if (path.includes("blocks")) return "Text";
  const named = path.find((each) => Object.hasOwn(PLACES, each));
  return named === undefined ? "Text" : (PLACES[named] ?? "Text");
}

const PLACES: Readonly<Record<string, string>> = {
  title: "Title",
  next: "Button",
  button: "Button",
  buttons: "Button",
  options: "Answer",
  low: "Low end",
  high: "High end",
  placeholder: "Placeholder",
  message: "Message",
};

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Translations with one text changed; an empty one is taken away. */
export function withText(translations: Translations, tag: string, key: string, text: string): Translations {
  const { [key]: _, ...rest } = translations[tag] ?? {};
  return { ...translations, [tag]: text === "" ? rest : { ...rest, [key]: text } };
}

/** Translations without a language; undefined where none is left. */
export function withoutLanguage(translations: Translations, tag: string): Translations | undefined {
  const { [tag]: _, ...rest } = translations;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Texts without those whose place is gone. */
export function withoutUnused(texts: Texts, unused: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !unused.includes(key)));
}
