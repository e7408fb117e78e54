import {
  CONTROL_CONTRAST,
  type ContrastBackground,
  contrast,
  formatRatio,
  type HexColor,
  TEXT_CONTRAST,
} from "./contrast.ts";
import { nearestColor } from "./nearest-color.ts";
import { type Palette, THEME_SCHEMES, type Theme, type ThemeColor, type ThemeScheme } from "./theme.ts";

export interface ThemePair {
  readonly color: ThemeColor;
  readonly ground: ThemeColor;
  readonly least: number;
  readonly use: string;
}

/** All pairs that the SDK draws. Decoration, such as dividers, is excluded. */
export const THEME_PAIRS: readonly ThemePair[] = [
  { color: "text", ground: "surface", least: TEXT_CONTRAST, use: "Titles and buttons on cards" },
  { color: "text", ground: "subtle", least: TEXT_CONTRAST, use: "Buttons on hover" },
  { color: "soft", ground: "surface", least: TEXT_CONTRAST, use: "Text on cards" },
  { color: "soft", ground: "subtle", least: TEXT_CONTRAST, use: "Text on hover" },
  { color: "muted", ground: "surface", least: TEXT_CONTRAST, use: "Progress, hints, and field borders" },
  { color: "muted", ground: "subtle", least: TEXT_CONTRAST, use: "Hints on hover" },
  { color: "accent", ground: "surface", least: TEXT_CONTRAST, use: "Links and focus ring" },
  { color: "accent", ground: "subtle", least: CONTROL_CONTRAST, use: "Focus ring on hover" },
  { color: "accent_text", ground: "accent", least: TEXT_CONTRAST, use: "Primary button" },
  { color: "positive", ground: "surface", least: CONTROL_CONTRAST, use: "Success border" },
  { color: "caution", ground: "surface", least: CONTROL_CONTRAST, use: "Warning border and stars" },
  { color: "negative", ground: "surface", least: TEXT_CONTRAST, use: "Answer error messages" },
];

export const THEME_COLOR_LABELS: Readonly<Record<ThemeColor, string>> = {
  surface: "Surface",
  subtle: "Surface on hover",
  text: "Titles",
  soft: "Text",
  muted: "Secondary text",
  border: "Borders",
  accent: "Accent",
  accent_text: "Text on accent",
  positive: "Success",
  caution: "Warning",
  negative: "Error",
  backdrop: "Backdrop",
};

export interface MeasuredPair extends ThemePair {
  readonly scheme: ThemeScheme;
  readonly ratio: number;
  readonly passes: boolean;
  /**
   * Nearest color that passes with all of its backgrounds. Undefined if the color passes already, or if there is none.
   */
  readonly proposal: HexColor | undefined;
}

export function backgroundsFor(palette: Palette, color: ThemeColor): readonly ContrastBackground[] {
  return THEME_PAIRS.filter((pair) => pair.color === color).map(({ ground, least }) => ({
    color: palette[ground],
    least,
  }));
}

export function measurePalette(palette: Palette, scheme: ThemeScheme): readonly MeasuredPair[] {
  return THEME_PAIRS.map((pair) => {
    const ratio = contrast(palette[pair.color], palette[pair.ground]);
    const enough = ratio >= pair.least;
    const proposal = enough ? undefined : nearestColor(palette[pair.color], backgroundsFor(palette, pair.color));
    return { ...pair, scheme, ratio, passes: enough, proposal };
  });
}

/**
 * Pairs of a theme without enough contrast. Empty if the theme can be saved.
 *
 * @example
 * failingPairs(theme).map(({ scheme, color, ground, ratio }) => `${scheme}: ${color} on ${ground} ${ratio}`);
 */
export function failingPairs(theme: Pick<Theme, ThemeScheme>): readonly MeasuredPair[] {
  return THEME_SCHEMES.flatMap((scheme) => measurePalette(theme[scheme], scheme).filter((pair) => !pair.passes));
}

export function describePair({ color, ground, ratio, least, proposal }: MeasuredPair): string {
  const measured = `${THEME_COLOR_LABELS[color]} on ${THEME_COLOR_LABELS[ground].toLowerCase()} has a contrast of ${formatRatio(ratio)}, below the required ${formatRatio(least)}.`;
  return proposal === undefined
    ? `${measured} Use a lighter or darker ${THEME_COLOR_LABELS[ground].toLowerCase()}.`
    : `${measured} The nearest color that passes is ${proposal}.`;
}
