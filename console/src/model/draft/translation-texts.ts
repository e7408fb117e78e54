import type { Body } from "@fanfare/contract/content/body";
import { partsIn } from "@fanfare/contract/content/parts";
import { collectSources, type TextSource } from "@fanfare/contract/translation/texts";
import { type Texts, type Translations, withTranslation } from "@fanfare/contract/translation/translation";
import { t } from "../../lib/i18n/t.ts";
import { PART_LABELS } from "./part-labels.ts";
import { partTitle } from "./parts.ts";

export interface SourceText extends TextSource {
  readonly key: string;
  /** Kind of text: `Title`. */
  readonly place: string;
}

export interface TextGroup {
  readonly title: string;
  readonly texts: readonly SourceText[];
}

/** All texts of a body in reading order, grouped by part. */
export function textGroups(body: Body): readonly TextGroup[] {
  const { type } = body;
  const parts = partsIn(body);
  const titles = new Map(
    parts.map((part, index) => [part.id, PART_LABELS[type].heading(index + 1, partTitle(part, type))]),
  );
  const groups = new Map<string, SourceText[]>();
  for (const [key, source] of collectSources(body)) {
    const [position = "", ...rest] = key.split(".");
    const title = titles.get(position) ?? (position === "thanks" ? t("Thank-you message") : t("Introduction"));
    const texts = groups.get(title) ?? [];
    groups.set(title, texts);
    texts.push({ key, ...source, place: textPlace(titles.has(position) ? rest : [position, ...rest]) });
  }
  return Array.from(groups, ([title, texts]) => ({ title, texts }));
}

/** Place label of multiline texts. */
export const TEXT = t("Text");

function textPlace(path: readonly string[]): string {
  if (path.at(-1) === "alt") return t("Image description");
  if (path.at(-2) === "copy") return t("Copied text");
  const block = path.indexOf("blocks");
  // An item of a list has a number of its own.
  if (block !== -1) return path.length > block + 2 ? t("List item") : TEXT;
  const named = path.find((each) => Object.hasOwn(PLACES, each));
  return named === undefined ? TEXT : (PLACES[named] ?? TEXT);
}

const PLACES: Readonly<Record<string, string>> = {
  title: t("Title"),
  next: t("Button"),
  button: t("Button"),
  buttons: t("Button"),
  options: t("Answer"),
  other: t("Answer"),
  rows: t("Row"),
  columns: t("Column"),
  section: t("Section"),
  description: t("Description"),
  low: t("Low end"),
  high: t("High end"),
  placeholder: t("Placeholder"),
  message: t("Message"),
  ended: t("Text after the end"),
};

/** Sets one translation. An empty text removes it. */
export function withText(translations: Translations, tag: string, source: SourceText, text: string): Translations {
  return { ...translations, [tag]: withTranslation(translations[tag] ?? {}, source.key, source, text) };
}

/** Removes texts whose place no longer exists. */
export function withoutUnused(texts: Texts, unused: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !unused.includes(key)));
}
