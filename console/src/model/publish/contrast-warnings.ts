import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import type { ThemeDetail } from "@fanfare/contract/schema/responses/content/theme";
import { CONTROL_CONTRAST, contrast } from "@fanfare/contract/theme/contrast";
import { failingPairs } from "@fanfare/contract/theme/palette-contrast";
import { BUILT_IN, BUILT_IN_THEME, THEME_SCHEMES, type Theme } from "@fanfare/contract/theme/theme";
import { t, tCount } from "../../lib/i18n/t.ts";
import type { PublishWarning } from "./draft-warnings.ts";

type Named = Pick<ThemeDetail, "id" | "name" | "theme" | "is_default">;

/**
 * Warns about low contrast: color pairs of a theme saved before they were checked, and the content's own colors on that
 * theme.
 *
 * @example
 * contrastWarnings(draft.edition, themes.items);
 * // [{ message: "3 color pairs in theme Brand have too little contrast.", tab: "appearance", … }]
 */
export function contrastWarnings(edition: Edition, themes: readonly Named[]): readonly PublishWarning[] {
  const { theme: theme_id, body, experiment } = edition;
  const at = { tab: "appearance", step: undefined } as const;
  const chosen = themes.find(({ id }) => id === theme_id);
  const gone = theme_id !== undefined && theme_id !== BUILT_IN && chosen === undefined;
  const theme = theme_id === BUILT_IN ? undefined : (chosen ?? themes.find(({ is_default }) => is_default));
  const failing = theme === undefined ? 0 : failingPairs(theme.theme).length;
  const bodies = [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
  const unseen = new Set(bodies.flatMap((each) => colorWarnings(each, theme?.theme ?? BUILT_IN_THEME)));
  return [
    ...(gone ? [{ ...at, message: t("The theme was deleted. People see the workspace’s default theme.") }] : []),
    ...(theme === undefined || failing === 0
      ? []
      : [
          {
            ...at,
            message: tCount(
              failing,
              "{n} color pair in theme {name} has too little contrast.",
              "{n} color pairs in theme {name} have too little contrast.",
              { name: theme.name },
            ),
          },
        ]),
    ...[...unseen].map((message) => ({ message, tab: undefined, step: undefined })),
  ];
}

/** Warns if none of a celebration's own colors stands out from its background. */
function colorWarnings(body: Body, theme: Theme): readonly string[] {
  const colors = body.type === "celebration" ? (body.colors ?? []) : [];
  if (colors.length === 0) return [];
  return THEME_SCHEMES.flatMap((scheme) =>
    colors.some((color) => contrast(color, theme[scheme].surface) >= CONTROL_CONTRAST) ? [] : [LOW_CONTRAST[scheme]],
  );
}

const LOW_CONTRAST = {
  light: t("No color has enough contrast in light mode. People may not see the confetti."),
  dark: t("No color has enough contrast in dark mode. People may not see the confetti."),
} as const;
