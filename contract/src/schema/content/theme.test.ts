import { expect, test } from "bun:test";
import { deriveTheme } from "../../theme/derive-theme.ts";
import { BUILT_IN_THEME } from "../../theme/theme.ts";
import { themeSchema } from "./theme.ts";

test("derives a valid theme from a brand color", () => {
  for (const brand of ["#000000", "#ffffff", "#ffff00", "#5336e2"]) {
    expect(themeSchema.safeParse(deriveTheme(brand)).success).toBe(true);
  }
});

test("rejects theme values that could end a style sheet rule", () => {
  const wrong = (change: object) => themeSchema.safeParse({ ...BUILT_IN_THEME, ...change }).success;
  for (const font of ['Inter";}', "a\\b", "url(x)", "Inter, serif", "", "a".repeat(41)]) {
    expect([font, wrong({ fonts: [font] })]).toEqual([font, false]);
  }
  for (const surface of ["red", "#fff", "#ffffff;", "var(--x)"]) {
    expect(wrong({ light: { ...BUILT_IN_THEME.light, surface } })).toBe(false);
  }
  expect(wrong({ light: { surface: "#ffffff" } })).toBe(false);
  expect(wrong({ host_attribute: { name: "onclick", dark: "x" } })).toBe(false);
  expect(wrong({ fonts: ["Inter", "Source Sans 3"] })).toBe(true);
});
