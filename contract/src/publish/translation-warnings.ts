import type { Edition } from "../content/content.ts";
import { outdatedTranslations, translationGaps, translationProblems } from "../translation/translation.ts";
import type { Cause } from "../wording/cause.ts";
import { doubt } from "../wording/publish-warnings.ts";
import type { PublishWarning } from "./publish-warning.ts";

type Translated = Pick<Edition, "body" | "translations">;

/**
 * Warns about translations of an edition and of its variants: missing ones, those that lost the formatting of their
 * text, and those whose text changed since the latest version.
 */
export function translationWarnings(edition: Edition, latest: Edition | undefined): readonly PublishWarning[] {
  const tab = "translations" as const;
  return [
    ...warningsIn(edition, latest).map((cause) => ({ cause, tab })),
    ...(edition.experiment?.variants ?? []).flatMap((each) => {
      const variant = doubt("variant_name", { letter: each.id.toUpperCase(), name: each.name });
      const before = latest?.experiment?.variants.find(({ id }) => id === each.id);
      return warningsIn(each, before).map((warning) => ({
        cause: doubt("in_variant", { variant, warning }),
        tab,
        variant: each.id,
      }));
    }),
  ];
}

function warningsIn({ body, translations = {} }: Translated, before: Translated | undefined): readonly Cause[] {
  return Object.entries(translations).flatMap(([language, texts]) => {
    const known = before?.translations?.[language];
    const counts = {
      texts_untranslated: translationGaps(body, texts).missing.length,
      texts_wrong_format: translationProblems(body, texts).size,
      texts_outdated:
        before === undefined || known === undefined
          ? 0
          : outdatedTranslations({ body, texts }, { body: before.body, texts: known }).length,
    };
    // Cast: the keys above.
    const codes = Object.keys(counts) as (keyof typeof counts)[];
    return codes.filter((code) => counts[code] > 0).map((code) => doubt(code, { texts: counts[code], language }));
  });
}
