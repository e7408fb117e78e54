import { expect, test } from "bun:test";
import { deriveTheme, pageTheme } from "@fanfare/contract/theme/derive-theme";
import {
  BUILT_IN_THEME,
  type PageTheme,
  THEME_COLORS,
  THEME_DENSITIES,
  THEME_MODES,
} from "@fanfare/contract/theme/theme";
import { BASE_STYLE } from "../overlay/base-style.ts";
import { themeStyle } from "./theme-style.ts";

const built_in = pageTheme(BUILT_IN_THEME);
const rose = pageTheme({ ...deriveTheme("#b5123e"), fonts: ["Source Sans 3"], radius_px: 4 });
const withMode = (mode: PageTheme["mode"]) => themeStyle({ ...rose, mode }, undefined);

test("includes every color of a theme in its style sheet, in light and dark", () => {
  const css = themeStyle(rose, undefined);
  for (const name of THEME_COLORS) {
    expect(css).toContain(rose.light[name]);
    expect(css).toContain(rose.dark[name]);
  }
  for (const stronger of [...Object.values(rose.more.light), ...Object.values(rose.more.dark)]) {
    expect(css.slice(css.indexOf("prefers-contrast"))).toContain(stronger);
  }
});

test("uses the contract's built-in theme by default", () => {
  const sewn = (css: string) => [...css.matchAll(/--([a-z-]+):(?:var\([^,]*,)?light-dark\((#\w+),(#\w+)\)/g)];
  const long = (color: string) => (color.length === 4 ? color.replace(/\w/g, "$&$&") : color);
  const of = (css: string) =>
    Object.fromEntries(sewn(css).map(([, name, light = "", dark = ""]) => [name, [long(light), long(dark)]]));
  const [styles] = themeStyle(built_in, undefined).split("@media (prefers-contrast");
  const { tone: _, shadow: __, ...colors } = of(styles ?? "");
  expect(of(BASE_STYLE)).toMatchObject(colors);
  expect(Object.keys(colors)).toHaveLength(8);
});

test("prefers the page's color scheme to the theme's mode, and leaves auto to the page", () => {
  expect(THEME_MODES.map((mode) => /color-scheme:([a-z ]+)/.exec(withMode(mode))?.[1])).toEqual([
    undefined,
    "light dark",
    "light",
    "dark",
  ]);
  expect(themeStyle(rose, "dark")).toContain("color-scheme:dark!important");
});

test("uses the theme's shape and fonts and closes every rule", () => {
  for (const density of THEME_DENSITIES) {
    for (const shadow of ["none", "soft", "strong"] as const) {
      const css = themeStyle({ ...rose, density, shadow }, "light");
      expect(css.match(/\{/g)?.length).toBe(css.match(/\}/g)?.length);
      expect(css).not.toContain("undefined");
    }
  }
  expect(themeStyle(rose, undefined)).toContain('font-family:"Source Sans 3",system-ui,sans-serif');
  expect(themeStyle(rose, undefined)).toContain(".card{border-radius:4px}");
});
