import { expect, test } from "bun:test";
import fc from "fast-check";
import { contrast, formatRatio, fromLinear, hasContrast, isHexColor, toLinear } from "./contrast.ts";
import { accessiblePalette, deriveTheme, pageTheme } from "./derive-theme.ts";
import { nearestColor } from "./nearest-color.ts";
import { fromOklch, toOklch } from "./oklch.ts";
import { describePair, failingPairs, THEME_PAIRS } from "./palette-contrast.ts";
import { BUILT_IN_THEME, type Palette, THEME_COLORS, THEME_SCHEMES } from "./theme.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const palette: fc.Arbitrary<Palette> = fc.tuple(...THEME_COLORS.map(() => color)).map((colors) => ({
  ...BUILT_IN_THEME.light,
  ...Object.fromEntries(THEME_COLORS.map((name, index) => [name, colors[index] ?? "#000000"])),
}));
const few = { numRuns: 150 };
/** Each run checks two dozen colors. */
const fewer = { numRuns: 50 };

test("computes the WCAG contrast ratio", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 10);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.542, 3);
  fc.assert(
    fc.property(color, color, (one, other) => {
      const ratio = contrast(one, other);
      expect(ratio).toBe(contrast(other, one));
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21.0001);
      expect(contrast(one, one)).toBe(1);
    }),
    few,
  );
});

test("never rounds a ratio up to a passing one", () => {
  expect(formatRatio(4.4999)).toBe("4.49:1");
  expect(formatRatio(3)).toBe("3:1");
});

test("restores a color after converting to linear and OKLCH values", () => {
  fc.assert(
    fc.property(color, (each) => {
      expect(fromLinear(toLinear(each))).toBe(each);
      expect(contrast(fromOklch(toOklch(each)), each)).toBeLessThan(1.02);
    }),
    few,
  );
});

test("finds the nearest passing color and keeps one that passes", () => {
  fc.assert(
    fc.property(color, color, fc.constantFrom(3, 4.5), (upper, ground, least) => {
      const grounds = [{ color: ground, least }];
      const nearest = nearestColor(upper, grounds);
      if (nearest === undefined) throw new Error("There is none.");
      expect(isHexColor(nearest)).toBe(true);
      expect(hasContrast(nearest, grounds)).toBe(true);
      if (hasContrast(upper, grounds)) expect(nearest).toBe(upper);
    }),
    few,
  );
  expect(
    nearestColor("#808080", [
      { color: "#000000", least: 4.6 },
      { color: "#ffffff", least: 4.6 },
    ]),
  ).toBeUndefined();
});

test("finds no passing color closer in lightness", () => {
  const grounds = [{ color: "#ffffff", least: 4.5 }];
  const found = nearestColor("#9a9aa5", grounds) ?? "";
  expect(contrast(found, "#ffffff")).toBeLessThan(4.6);
  expect(found).not.toBe("#000000");
});

test("makes every palette pass and leaves passing ones alone", () => {
  fc.assert(
    fc.property(palette, (each) => {
      const fixed = accessiblePalette(each);
      expect(failingPairs({ light: fixed, dark: BUILT_IN_THEME.dark })).toEqual([]);
      expect(accessiblePalette(fixed)).toEqual(fixed);
    }),
    fewer,
  );
});

test("derives a savable theme from every brand color", () => {
  fc.assert(
    fc.property(color, (brand) => {
      const theme = deriveTheme(brand);
      expect(failingPairs(theme)).toEqual([]);
    }),
    few,
  );
  expect(deriveTheme("#b5123e").light.accent).toBe("#b5123e");
});

test("provides 7:1 text and visible lines when more contrast is preferred", () => {
  fc.assert(
    fc.property(palette, (each) => {
      const page = pageTheme({ ...BUILT_IN_THEME, light: each, dark: each });
      for (const scheme of THEME_SCHEMES) {
        const strong = { ...each, ...page.more[scheme] };
        for (const name of ["text", "soft", "muted", "border", "accent", "negative"] as const) {
          expect(contrast(strong[name], strong.surface)).toBeGreaterThanOrEqual(7);
        }
        expect(contrast(strong.text, strong.subtle)).toBeGreaterThanOrEqual(7);
        expect(contrast(strong.accent_text, strong.accent)).toBeGreaterThanOrEqual(4.5);
      }
    }),
    fewer,
  );
});

test("passes the built-in theme and names each failing pair", () => {
  expect(failingPairs(BUILT_IN_THEME)).toEqual([]);
  for (const { color: upper, ground } of THEME_PAIRS) {
    const { light } = BUILT_IN_THEME;
    const failing = failingPairs({ ...BUILT_IN_THEME, light: { ...light, [upper]: light[ground] } });
    const found = failing.find((pair) => pair.color === upper && pair.ground === ground);
    if (found === undefined) throw new Error(`${upper} on ${ground} is not looked at.`);
    expect(found).toMatchObject({ scheme: "light", passes: false, ratio: 1 });
    expect(describePair(found)).toContain("1:1, below ");
  }
});
