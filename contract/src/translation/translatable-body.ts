import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import type { VariantId } from "../content/experiment.ts";
import type { Texts, Translations } from "./translation.ts";
import { translationGaps } from "./translation.ts";

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

export function countMissingByLanguage(edition: TranslatableEdition): ReadonlyMap<string, number> {
  const wordings = translatableBodies(edition);
  const tags = new Set(wordings.flatMap(({ translations }) => Object.keys(translations)));
  return new Map(Array.from(tags, (tag) => [tag, countMissingTexts(edition, tag)]));
}

export function countMissingTexts(edition: TranslatableEdition, tag: string): number {
  const gaps = translatableBodies(edition).map(({ body, translations }) =>
    translationGaps(body, translations[tag] ?? {}),
  );
  return gaps.reduce((sum, { missing }) => sum + missing.length, 0);
}
