import type { Body, Edition } from "@fanfare/contract/content";
import { CONTROL_CONTRAST, contrast } from "@fanfare/contract/contrast";
import type { ThemeDetail } from "@fanfare/contract/schema/theme";
import { BUILT_IN, BUILT_IN_THEME, THEME_SCHEMES, type Theme } from "@fanfare/contract/theme";
import { failingPairs } from "@fanfare/contract/theme-contrast";
import { t, tCount } from "../language/t.ts";
import type { Doubt } from "./publish-checks.ts";

type Named = Pick<ThemeDetail, "id" | "name" | "theme" | "is_default">;

/**
 * What of a content some people could not read or see: the theme that it wears, where that was saved before a pair of colours
 * was measured, and its own colours on that theme.
 *
 * @example
 * contrastDoubts(draft.edition, themes.items); // [{ words: "Some people cannot read the theme Brand: …", tab: "appearance", … }]
 */
export function contrastDoubts(edition: Edition, themes: readonly Named[]): readonly Doubt[] {
  const { theme: wanted, body, experiment } = edition;
  const at = { tab: "appearance", step: undefined } as const;
  const chosen = themes.find(({ id }) => id === wanted);
  const gone = wanted !== undefined && wanted !== BUILT_IN && chosen === undefined;
  const worn = wanted === BUILT_IN ? undefined : (chosen ?? themes.find(({ is_default }) => is_default));
  const failing = worn === undefined ? 0 : failingPairs(worn.theme).length;
  const bodies = [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
  const unseen = new Set(bodies.flatMap((each) => colorDoubts(each, worn?.theme ?? BUILT_IN_THEME)));
  return [
    ...(gone ? [{ ...at, words: t("Its theme was deleted: people meet the workspace’s own.") }] : []),
    ...(worn === undefined || failing === 0
      ? []
      : [
          {
            ...at,
            words: tCount(
              failing,
              "Some people cannot read the theme {name}: {n} pair of its colours is too much alike.",
              "Some people cannot read the theme {name}: {n} pairs of its colours are too much alike.",
              { name: worn.name },
            ),
          },
        ]),
    ...[...unseen].map((words) => ({ words, tab: undefined, step: undefined })),
  ];
}

/** Confetti in colours of its own, of which none can be told from what it falls on. */
function colorDoubts(body: Body, theme: Theme): readonly string[] {
  const colors = body.type === "celebration" ? (body.colors ?? []) : [];
  if (colors.length === 0) return [];
  return THEME_SCHEMES.flatMap((scheme) =>
    colors.some((color) => contrast(color, theme[scheme].surface) >= CONTROL_CONTRAST) ? [] : [UNSEEN[scheme]],
  );
}

const UNSEEN = {
  light: t("None of its colours stands out in light: people may see no confetti."),
  dark: t("None of its colours stands out in dark: people may see no confetti."),
} as const;
