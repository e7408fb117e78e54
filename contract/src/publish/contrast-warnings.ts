import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import { variantBodies } from "../content/variants.ts";
import { CONTROL_CONTRAST, contrast } from "../theme/contrast.ts";
import { failingPairs } from "../theme/palette-contrast.ts";
import { BUILT_IN, BUILT_IN_THEME, THEME_SCHEMES, type Theme, type ThemeScheme } from "../theme/theme.ts";
import { doubt } from "../wording/publish-warnings.ts";
import type { PublishWarning } from "./publish-warning.ts";

export interface NamedTheme {
  readonly id: string;
  readonly name: string;
  readonly theme: Theme;
  readonly is_default: boolean;
}

/**
 * Warns about low contrast: color pairs of a theme saved before they were checked, and the content's own colors on that
 * theme.
 */
export function contrastWarnings(edition: Edition, themes: readonly NamedTheme[]): readonly PublishWarning[] {
  const { theme: theme_id } = edition;
  const chosen = themes.find(({ id }) => id === theme_id);
  const deleted = theme_id !== undefined && theme_id !== BUILT_IN && chosen === undefined;
  const used = theme_id === BUILT_IN ? undefined : (chosen ?? themes.find(({ is_default }) => is_default));
  const pairs = used === undefined ? 0 : failingPairs(used.theme).length;
  const bodies = variantBodies(edition);
  const pale = THEME_SCHEMES.filter((scheme) =>
    bodies.some((body) => isPale(body, used?.theme ?? BUILT_IN_THEME, scheme)),
  );
  return [
    ...(deleted ? [{ cause: doubt("theme_deleted"), tab: "appearance" as const }] : []),
    ...(used === undefined || pairs === 0
      ? []
      : [{ cause: doubt("theme_contrast", { pairs, theme: used.name }), tab: "appearance" as const }]),
    ...pale.map((scheme) => ({ cause: doubt(`${scheme}_contrast`) })),
  ];
}

/** Whether none of a celebration's own colors stands out from its background. */
function isPale(body: Body, theme: Theme, scheme: ThemeScheme): boolean {
  const colors = body.type === "celebration" ? (body.colors ?? []) : [];
  return colors.length > 0 && colors.every((color) => contrast(color, theme[scheme].surface) < CONTROL_CONTRAST);
}
