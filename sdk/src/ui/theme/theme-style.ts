import type {
  PageTheme,
  Palette,
  ThemeColor,
  ThemeDensity,
  ThemeScheme,
  ThemeShadow,
} from "@fanfare/contract/theme/theme";

const PROPERTIES = [
  ["bg", "surface"],
  ["hover", "subtle"],
  ["ink", "text"],
  ["soft", "soft"],
  ["mute", "muted"],
  ["line", "border"],
  ["accent", "accent"],
  ["on-accent", "accent_text"],
] as const satisfies readonly (readonly [string, ThemeColor])[];

/** Elements inside a card have a smaller radius than the card. */
const INNER_RADIUS_RATIO = 9 / 14;

const SHADOWS: Readonly<Record<ThemeShadow, string>> = {
  none: "--shadow:0 0 0 1px var(--line);",
  soft: "",
  strong:
    "--shadow:0 0 0 1px light-dark(#14151c1a,#ffffff26),0 4px 10px light-dark(#14151c29,#0008),0 26px 60px -14px light-dark(#14151c70,#000c);",
};

/** Vertical padding of the scrolling part, footer, and notice, and the button height. */
const DENSITIES: Readonly<Record<ThemeDensity, readonly [flow: string, foot: string, notice: string, button: string]>> =
  {
    compact: ["1.05em .7em", ".7em .75em", ".45em", "2.1em"],
    regular: ["", "", "", ""],
    roomy: ["2em 1.35em", "1.3em 1.4em", "1.1em", "2.8em"],
  };

/**
 * Returns a theme's stylesheet, applied after the players' styles to override them. `scheme`: the page's color scheme
 * from its own attribute; undefined uses the theme's mode.
 *
 * @example
 * sheet.replaceSync(themeStyle(theme, "dark"));
 */
export function themeStyle(theme: PageTheme, scheme: ThemeScheme | undefined): string {
  const { light, dark, more, mode, radius_px, density, shadow, backdrop_percent, fonts } = theme;
  const both = (color: ThemeColor): string => `light-dark(${light[color]},${dark[color]})`;
  const inner = `${Math.round(radius_px * INNER_RADIUS_RATIO)}px`;
  const [flow, foot, notice, button] = DENSITIES[density];
  const room =
    flow === ""
      ? ""
      : `.view .flow{padding-block:${flow}}.view .foot{padding-block:${foot}}.view .notice{padding-block:${notice}}.view :is(.foot button,.act){min-height:${button}}`;
  const family = fonts.map((font) => `"${font}",`).join("");
  const color_scheme = scheme ?? (mode === "system" ? "light dark" : mode === "auto" ? undefined : mode);
  return `
.view{${colors(light, dark)}${SHADOWS[shadow]}${color_scheme === undefined ? "" : `color-scheme:${color_scheme}!important;`}${
    family === "" ? "" : `font-family:${family}system-ui,sans-serif`
  }}
.card{border-radius:${radius_px}px}button,.act{border-radius:${inner}}
.view :is(.tip,.option,.answer,.point,.lead){border-radius:${inner}}.view .toasts .notice{border-radius:${radius_px}px}
@media (max-width:480px){.modal .card{border-radius:${radius_px}px ${radius_px}px 0 0}}
.view .primary:hover{filter:none;box-shadow:0 0 0 2px var(--bg),0 0 0 4px var(--accent)}
.view .dim{background:${both("backdrop")};opacity:${backdrop_percent / 100}}
.view .modal::backdrop{background:light-dark(${translucentBackdrop(light, backdrop_percent)},${translucentBackdrop(dark, backdrop_percent)})}
${toneColors(both)}${room}
@media (prefers-contrast:more){.view{${colors({ ...light, ...more.light }, { ...dark, ...more.dark })}--shadow:0 0 0 2px var(--ink)}
${toneColors((color) => `light-dark(${more.light[color] ?? light[color]},${more.dark[color] ?? dark[color]})`)}}
`;
}

function colors(light: Palette, dark: Palette): string {
  return PROPERTIES.map(([property, color]) => `--${property}:light-dark(${light[color]},${dark[color]});`).join("");
}

function toneColors(both: (color: ThemeColor) => string): string {
  return `.view .success{--tone:${both("positive")}}.view .warning{--tone:${both("caution")}}.view .error{--tone:${both("negative")}}
.view .wrong{color:${both("negative")}}.view .stars .point:has(:checked),.view .stars .point:has(~.point :checked){color:${both("caution")}}`;
}

function translucentBackdrop({ backdrop }: Palette, percent: number): string {
  const alpha = Math.round((percent / 100) * 255);
  return `${backdrop}${alpha.toString(16).padStart(2, "0")}`;
}
