import type { Edition } from "@fanfare/contract/content/content";
import { type Translations, translationGaps } from "@fanfare/contract/translation/translation";
import type { OtherVariantId } from "../draft/variants.ts";

export interface MissingTranslations {
  readonly language: string;
  readonly texts: number;
  /** Undefined for the original. */
  readonly variant: OtherVariantId | undefined;
}

/** The languages of an edition and of its variants that lack translations. */
export function missingTranslations({ body, translations, experiment }: Edition): readonly MissingTranslations[] {
  const inBody = (
    of: Pick<Edition, "body">,
    languages: Translations = {},
    variant?: OtherVariantId,
  ): readonly MissingTranslations[] =>
    Object.entries(languages).flatMap(([language, texts]) => {
      const { missing } = translationGaps(of.body, texts);
      return missing.length === 0 ? [] : [{ language, texts: missing.length, variant }];
    });
  return [
    ...inBody({ body }, translations),
    ...(experiment?.variants ?? []).flatMap((each) => inBody(each, each.translations, each.id)),
  ];
}
