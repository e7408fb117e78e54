import type { HexColor } from "./contrast.ts";

/** What the colours of a theme are for. `backdrop` dims the page, at the theme's own strength. */
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

/** `auto`: as the page says of itself, else as the person's system; `system`: as the system, whatever the page says. */
export const THEME_MODES = ["auto", "system", "light", "dark"] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

export const THEME_DENSITIES = ["compact", "regular", "roomy"] as const;
export type ThemeDensity = (typeof THEME_DENSITIES)[number];

export const THEME_SHADOWS = ["none", "soft", "strong"] as const;
export type ThemeShadow = (typeof THEME_SHADOWS)[number];

/** Where a page of its own habits says that it is dark: this word in that attribute of its root element or body. */
export interface HostAttribute {
  readonly name: string;
  readonly dark: string;
}

/** All that an author decides about how contents look. Plain data: no CSS that somebody wrote reaches a page. */
export interface Theme {
  readonly mode: ThemeMode;
  /** Asked before the usual attributes where the mode is `auto`. */
  readonly host_attribute?: HostAttribute | undefined;
  readonly light: Palette;
  readonly dark: Palette;
  /** Corners of cards, in CSS pixels; what is inside of them follows. */
  readonly radius_px: number;
  readonly density: ThemeDensity;
  readonly shadow: ThemeShadow;
  /** How much of the page the backdrop covers, in percent. */
  readonly backdrop_percent: number;
  /** Families by name, the first that the page has; the system's own after the last. */
  readonly fonts: readonly string[];
  /** Colours of confetti; Fanfare's own where there are none. */
  readonly confetti: readonly HexColor[];
}

/** The theme that everything wears where nothing else is chosen, as the SDK's own style sheet has it. */
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

/** What a content names to wear the built-in theme whatever the workspace's own is. */
export const BUILT_IN = "built_in";
/** Under this name a page finds the workspace's own theme. */
export const DEFAULT_THEME = "default";

/** The colours that change for people who ask their system for more contrast. */
export type HighContrastColors = Readonly<Partial<Palette>>;

/** A theme as it travels to pages: with what it becomes for people who want more contrast. */
export interface PageTheme extends Theme {
  readonly more: { readonly light: HighContrastColors; readonly dark: HighContrastColors };
}

/** The themes that a page may need, by id; the workspace's own as {@link DEFAULT_THEME}. */
export type PageThemes = Readonly<Record<string, PageTheme>>;

/**
 * What a content wears: undefined is the built-in theme.
 *
 * @example
 * themeOf(boot.themes, decision.theme);
 */
export function resolveTheme(themes: PageThemes | undefined, theme_id?: string): PageTheme | undefined {
  return themes?.[theme_id ?? DEFAULT_THEME];
}
