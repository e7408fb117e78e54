import type { HexColor } from "./contrast.ts";

/** Roles of a theme's colors. `backdrop` dims the page at the theme's opacity. */
export const THEME_COLORS = [
  "surface",
  "subtle",
  "text",
  "soft",
  "muted",
  "border",
  "accent",
  "accent_text",
  "positive",
  "caution",
  "negative",
  "backdrop",
] as const;
export type ThemeColor = (typeof THEME_COLORS)[number];
export type Palette = Readonly<Record<ThemeColor, HexColor>>;

export const THEME_SCHEMES = ["light", "dark"] as const;
export type ThemeScheme = (typeof THEME_SCHEMES)[number];

/**
 * `auto`: as the page declares, otherwise the person's system setting. `system`: the system setting, whatever the page
 * declares.
 */
export const THEME_MODES = ["auto", "system", "light", "dark"] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

export const THEME_DENSITIES = ["compact", "regular", "roomy"] as const;
export type ThemeDensity = (typeof THEME_DENSITIES)[number];

export const THEME_SHADOWS = ["none", "soft", "strong"] as const;
export type ThemeShadow = (typeof THEME_SHADOWS)[number];

/** A custom dark mode marker of the page: this word in that attribute of its root element or body. */
export interface HostAttribute {
  readonly name: string;
  readonly dark: string;
}

/** Look of content. Plain data, so that no custom CSS reaches a page. */
export interface Theme {
  readonly mode: ThemeMode;
  /** Checked before the standard attributes in mode `auto`. */
  readonly host_attribute?: HostAttribute | undefined;
  readonly light: Palette;
  readonly dark: Palette;
  /** Corner radius of cards in CSS pixels. Elements inside adapt to it. */
  readonly radius_px: number;
  readonly density: ThemeDensity;
  readonly shadow: ThemeShadow;
  /** Opacity of the backdrop, in percent. */
  readonly backdrop_percent: number;
  /** Font families, in order of preference. System fonts follow as fallback. */
  readonly fonts: readonly string[];
  /** Confetti colors. Empty for Fanfare's own. */
  readonly confetti: readonly HexColor[];
}

/** Default theme, as in the SDK's style sheet. */
export const BUILT_IN_THEME: Theme = {
  mode: "auto",
  light: {
    ...{ surface: "#ffffff", subtle: "#f1f1f6", text: "#14151c", soft: "#454859", muted: "#666a7d" },
    ...{ border: "#dddfe8", accent: "#5336e2", accent_text: "#ffffff" },
    ...{ positive: "#0a7a4f", caution: "#8a5a00", negative: "#b3261e", backdrop: "#0d0e15" },
  },
  dark: {
    ...{ surface: "#1c1d26", subtle: "#2a2c38", text: "#f5f5f9", soft: "#c6c8d6", muted: "#9fa2b5" },
    ...{ border: "#3a3c4a", accent: "#b6a6ff", accent_text: "#191038" },
    ...{ positive: "#4fd39a", caution: "#ffc24d", negative: "#ff9d95", backdrop: "#0d0e15" },
  },
  radius_px: 14,
  density: "regular",
  shadow: "soft",
  backdrop_percent: 56,
  fonts: [],
  confetti: [],
};

/** Theme choice of content that keeps the built-in theme regardless of the workspace's default. */
export const BUILT_IN = "built_in";
/** Key of the workspace's default theme in pages. */
export const DEFAULT_THEME = "default";

/** Colors that change if the system setting for more contrast is on. */
export type HighContrastColors = Readonly<Partial<Palette>>;

/** A theme as sent to pages, with its high-contrast colors. */
export interface PageTheme extends Theme {
  readonly more: { readonly light: HighContrastColors; readonly dark: HighContrastColors };
}

/** Themes that a page may need, by ID. The workspace's default is {@link DEFAULT_THEME}. */
export type PageThemes = Readonly<Record<string, PageTheme>>;

/**
 * Returns the theme of content. Undefined is the built-in theme.
 *
 * @example
 * resolveTheme(boot.themes, decision.theme);
 */
export function resolveTheme(themes: PageThemes | undefined, theme_id?: string): PageTheme | undefined {
  return themes?.[theme_id ?? DEFAULT_THEME];
}
