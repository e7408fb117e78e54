import type { Edition } from "../content/content.ts";
import { translationGaps } from "../translation/translation.ts";
import type { Cause } from "../wording/cause.ts";
import { doubt } from "../wording/publish-warnings.ts";
import type { PublishWarning } from "./publish-warning.ts";

/** Warns about the languages of an edition and of its variants that lack translations. */
export function translationWarnings({ body, translations, experiment }: Edition): readonly PublishWarning[] {
  const tab = "translations" as const;
  return [
    ...gapsIn({ body, translations }).map((cause) => ({ cause, tab })),
    ...(experiment?.variants ?? []).flatMap((each) => {
      const variant = doubt("variant_name", { letter: each.id.toUpperCase(), name: each.name });
      return gapsIn(each).map((warning) => ({
        cause: doubt("in_variant", { variant, warning }),
        tab,
        variant: each.id,
      }));
    }),
  ];
}

function gapsIn({ body, translations = {} }: Pick<Edition, "body" | "translations">): readonly Cause[] {
  return Object.entries(translations).flatMap(([language, own]) => {
    const texts = translationGaps(body, own).missing.length;
    return texts === 0 ? [] : [doubt("texts_untranslated", { texts, language })];
  });
}
