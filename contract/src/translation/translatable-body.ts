import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import type { VariantId } from "../content/experiment.ts";
import type { Texts, Translations } from "./translation.ts";
import { translationGaps, translationProblems } from "./translation.ts";

/** One body with its translations. The original content is variant `a`. */
export interface TranslatableBody {
  readonly variant: VariantId;
  readonly body: Body;
  readonly translations: Translations;
}

type TranslatableEdition = Pick<Edition, "body" | "translations" | "experiment">;

export function translatableBodies({
  body,
  translations = {},
  experiment,
}: TranslatableEdition): readonly TranslatableBody[] {
  const variants = experiment?.variants ?? [];
  return [
    { variant: "a", body, translations },
    ...variants.map(({ id, body, translations = {} }) => ({ variant: id, body, translations })),
  ];
}

/**
 * Changes the translations in one language.
 *
 * @example
 * setTranslation(edition, "a", "de", (texts) => ({ ...texts, "hello.title": "Hallo" }));
 */
export function setTranslation<Known extends TranslatableEdition>(
  edition: Known,
  variant: VariantId,
  tag: string,
  change: (texts: Texts) => Texts,
): Known {
  const into = (translations: Translations = {}): Translations => ({
    ...translations,
    [tag]: change(translations[tag] ?? {}),
  });
  const { experiment } = edition;
  if (variant === "a") return { ...edition, translations: into(edition.translations) };
  if (experiment === undefined) return edition;
  const variants = experiment.variants.map((each) =>
    each.id === variant ? { ...each, translations: into(each.translations) } : each,
  );
  return { ...edition, experiment: { ...experiment, variants } };
}

/** Returns the edition's spelling of a language tag, ignoring case, or `tag` if there is none. */
export function matchingTag(edition: TranslatableEdition, tag: string): string {
  const tags = translatableBodies(edition).flatMap(({ translations }) => Object.keys(translations));
  return tags.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
}

/** What is left to do in a language: texts without a translation, and translations without the formatting of theirs. */
export interface TranslationWork {
  readonly language: string;
  readonly missing: number;
  readonly wrong_format: number;
}

export function translationWork(edition: TranslatableEdition): readonly TranslationWork[] {
  const bodies = translatableBodies(edition);
  const tags = new Set(bodies.flatMap(({ translations }) => Object.keys(translations)));
  return Array.from(tags, (language) => ({
    ...{ language, missing: countMissingTexts(edition, language) },
    wrong_format: bodies
      .map(({ body, translations }) => translationProblems(body, translations[language] ?? {}).size)
      .reduce((sum, count) => sum + count, 0),
  }));
}

export function countMissingTexts(edition: TranslatableEdition, tag: string): number {
  const gaps = translatableBodies(edition).map(({ body, translations }) =>
    translationGaps(body, translations[tag] ?? {}),
  );
  return gaps.reduce((sum, { missing }) => sum + missing.length, 0);
}
