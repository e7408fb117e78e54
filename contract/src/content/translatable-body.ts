import type { Body } from "./body.ts";
import type { Edition } from "./content.ts";
import type { VariantId } from "./experiment.ts";
import type { Texts, Translations } from "./translation.ts";
import { translationGaps } from "./translation.ts";

/** One body of a content with its texts in other languages: the content itself is variant `a`. */
export interface TranslatableBody {
  readonly variant: VariantId;
  readonly body: Body;
  readonly translations: Translations;
}

type TranslatableEdition = Pick<Edition, "body" | "translations" | "experiment">;

/** All that is to be translated of an edition. */
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
 * An edition with more texts in one language, which stand before those that are there.
 *
 * @example
 * withTexts(edition, "a", "de", { "hello.title": "Hallo" });
 */
export function addTranslations<Known extends TranslatableEdition>(
  edition: Known,
  variant: VariantId,
  tag: string,
  texts: Texts,
): Known {
  const into = (translations: Translations = {}): Translations => ({
    ...translations,
    [tag]: { ...translations[tag], ...texts },
  });
  const { experiment } = edition;
  if (variant === "a") return { ...edition, translations: into(edition.translations) };
  if (experiment === undefined) return edition;
  const variants = experiment.variants.map((each) =>
    each.id === variant ? { ...each, translations: into(each.translations) } : each,
  );
  return { ...edition, experiment: { ...experiment, variants } };
}

/** The tag of an edition that means the same language and region as `tag`, whatever its capitals; else `tag` itself. */
export function matchingTag(edition: TranslatableEdition, tag: string): string {
  const tags = translatableBodies(edition).flatMap(({ translations }) => Object.keys(translations));
  return tags.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
}

/** The languages that an edition is translated into, and how many of its texts each lacks. */
export function countMissingByLanguage(edition: TranslatableEdition): ReadonlyMap<string, number> {
  const wordings = translatableBodies(edition);
  const tags = new Set(wordings.flatMap(({ translations }) => Object.keys(translations)));
  return new Map(Array.from(tags, (tag) => [tag, countMissingTexts(edition, tag)]));
}

/** How many texts of an edition are not there in a language: all of them where it has not been begun. */
export function countMissingTexts(edition: TranslatableEdition, tag: string): number {
  const gaps = translatableBodies(edition).map(({ body, translations }) =>
    translationGaps(body, translations[tag] ?? {}),
  );
  return gaps.reduce((sum, { missing }) => sum + missing.length, 0);
}
