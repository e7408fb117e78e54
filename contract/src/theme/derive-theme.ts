import { contrast, ENHANCED_CONTRAST, type HexColor, hasContrast, luminance } from "./contrast.ts";
import { nearestColor } from "./nearest-color.ts";
import { fromOklch, type Oklch, toOklch } from "./oklch.ts";
import { backgroundsFor, THEME_PAIRS } from "./palette-contrast.ts";
import {
  BUILT_IN_THEME,
  type HighContrastColors,
  type PageTheme,
  type Palette,
  THEME_COLORS,
  type Theme,
  type ThemeColor,
} from "./theme.ts";

/** Foreground colors of all pairs, each after its background. */
const FOREGROUND_COLORS = [...new Set(THEME_PAIRS.map(({ color }) => color))];

/**
 * Returns a palette in which every pair has enough contrast. Failing colors are replaced by the nearest that passes. If
 * two backgrounds make that impossible, the hover surface becomes the surface.
 */
export function accessiblePalette(palette: Palette): Palette {
  const fixed = fixPalette(palette);
  return fixed ?? fixPalette({ ...palette, subtle: palette.surface }) ?? palette;
}

function fixPalette(palette: Palette): Palette | undefined {
  let fixed = palette;
  for (const color of FOREGROUND_COLORS) {
    const nearest = nearestColor(fixed[color], backgroundsFor(fixed, color));
    if (nearest === undefined) return undefined;
    fixed = { ...fixed, [color]: nearest };
  }
  return fixed;
}

/**
 * Derives a theme from a brand color: grays tinted with its hue, the nearest accessible color as accent, and related
 * hues for confetti.
 *
 * @example
 * deriveTheme("#e11d48").light.accent; // "#e11d48": it is dark enough as it is
 */
export function deriveTheme(brand: HexColor): Theme {
  const { lightness, chroma, hue } = toOklch(brand);
  const grey = (light: number, most: number): HexColor =>
    fromOklch({ lightness: light, chroma: Math.min(chroma, most), hue });
  const light: Palette = {
    ...{ surface: "#ffffff", subtle: grey(0.965, 0.012), text: grey(0.2, 0.03), soft: grey(0.4, 0.03) },
    ...{ muted: grey(0.51, 0.025), border: grey(0.905, 0.015), accent: brand, accent_text: "#ffffff" },
    ...{ positive: "#0a7a4f", caution: "#8a5a00", negative: "#b3261e", backdrop: grey(0.17, 0.02) },
  };
  const dark: Palette = {
    ...{ surface: grey(0.235, 0.018), subtle: grey(0.295, 0.022), text: grey(0.97, 0.006), soft: grey(0.845, 0.014) },
    ...{ muted: grey(0.735, 0.02), border: grey(0.37, 0.024), accent_text: grey(0.17, 0.05) },
    accent: fromOklch({ lightness: Math.max(lightness, 0.72), chroma: Math.min(chroma, 0.16), hue }),
    ...{ positive: "#4fd39a", caution: "#ffc24d", negative: "#ff9d95", backdrop: grey(0.12, 0.015) },
  };
  return {
    ...BUILT_IN_THEME,
    light: accessiblePalette(withReadableAccent(light)),
    dark: accessiblePalette(dark),
    confetti: confettiColors({ lightness, chroma, hue }),
  };
}

/** Keeps a bright accent, with dark text on it, if it's distinguishable from the surface. */
function withReadableAccent(palette: Palette): Palette {
  const accent = nearestColor(palette.accent, backgroundsFor(palette, "accent")) ?? palette.accent;
  const dark_text = palette.text;
  const readable = contrast("#ffffff", accent) >= contrast(dark_text, accent) ? "#ffffff" : dark_text;
  return { ...palette, accent, accent_text: readable };
}

/** Degrees relative to the brand's hue. */
const CONFETTI_HUE_OFFSETS = [0, 40, -40, 150, 80, -110];

function confettiColors({ lightness, chroma, hue }: Oklch): readonly HexColor[] {
  const bright = Math.min(0.8, Math.max(0.6, lightness));
  const colors = CONFETTI_HUE_OFFSETS.map((turn, index) =>
    fromOklch({
      lightness: bright + (index % 2) * 0.06,
      chroma: Math.max(0.12, chroma),
      hue: (hue + turn + 360) % 360,
    }),
  );
  return [...new Set(colors)];
}

/** Maximum contrast for text, {@link ENHANCED_CONTRAST} for everything else, and borders as strong as text. */
function highContrastPalette(palette: Palette): Palette {
  const best = (ground: HexColor): HexColor =>
    contrast("#000000", ground) >= contrast("#ffffff", ground) ? "#000000" : "#ffffff";
  // A mid-gray surface leaves no room for contrast.
  const clear = contrast(best(palette.surface), palette.surface) >= 2 * ENHANCED_CONTRAST;
  const surface = clear ? palette.surface : luminance(palette.surface) > 0.18 ? "#ffffff" : "#000000";
  const text = best(surface);
  const grounds = [{ color: surface, least: ENHANCED_CONTRAST }];
  const on = (color: ThemeColor): HexColor => nearestColor(palette[color], grounds) ?? text;
  const subtle = hasContrast(palette.subtle, [{ color: text, least: ENHANCED_CONTRAST }]) ? palette.subtle : surface;
  const accent = nearestColor(palette.accent, [...grounds, { color: subtle, least: 3 }]) ?? text;
  const accent_text = nearestColor(palette.accent_text, [{ color: accent, least: ENHANCED_CONTRAST }]) ?? best(accent);
  return {
    ...{ surface, subtle, text, soft: text, muted: on("muted"), border: on("muted"), accent, accent_text },
    ...{ positive: on("positive"), caution: on("caution"), negative: on("negative"), backdrop: palette.backdrop },
  };
}

/** Palette changes for people who prefer more contrast. */
export function highContrastColors(palette: Palette): HighContrastColors {
  const stronger = highContrastPalette(palette);
  return Object.fromEntries(
    THEME_COLORS.filter((color) => stronger[color] !== palette[color]).map((color) => [color, stronger[color]]),
  );
}

export function pageTheme(theme: Theme): PageTheme {
  return { ...theme, more: { light: highContrastColors(theme.light), dark: highContrastColors(theme.dark) } };
}
