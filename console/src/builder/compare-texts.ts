import type { Body } from "@fanfare/contract/content";
import type { Translations } from "@fanfare/contract/translation";
import { t } from "../language/t.ts";
import type { Difference } from "./compare.ts";
import { type Fields, fieldChanges, type Said, together } from "./fields.ts";
import { languageOf } from "./languages.ts";
import { textGroups } from "./translation-texts.ts";

interface Translated {
  readonly body: Body;
  readonly translations?: Translations | undefined;
}

/** What differs in each of the languages that texts are translated into, by the part that they belong to. */
export function textDifferences(before: Translated, after: Translated): readonly Difference[] {
  const [was, is] = [before.translations ?? {}, after.translations ?? {}];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((tag): readonly Difference[] => {
    const changes = fieldChanges(textsIn(before, tag), textsIn(after, tag));
    if (changes.length === 0) return [];
    const kind = was[tag] === undefined ? "added" : is[tag] === undefined ? "deleted" : "changed";
    return [{ title: t("Texts in {language}", { language: languageOf(tag).label }), kind, changes }];
  });
}

/** What is said in a language; a text whose place is gone is under no part. */
function textsIn({ body, translations }: Translated, tag: string): Fields {
  const texts = translations?.[tag] ?? {};
  const placed = textGroups(body).flatMap(({ title, texts: of }) =>
    of.map(({ key, place }) => ({ key, label: t("{part}: {place}", { part: title, place }) })),
  );
  const labels = new Map(placed.map(({ key, label }) => [key, label]));
  return together(Object.entries(texts).map(([key, text]): Said => [labels.get(key) ?? t("Without a place"), text]));
}
