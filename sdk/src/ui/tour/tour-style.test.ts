import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { HexColor } from "@fanfare/contract/theme/contrast";
import { CONTROL_CONTRAST, contrast } from "@fanfare/contract/theme/contrast";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { TOUR_STYLE } from "./tour-style.ts";

function ringColors(): readonly HexColor[] {
  const shadow = /\.ring\{[^}]*box-shadow:([^;]+);/.exec(TOUR_STYLE)?.[1] ?? "";
  return [...shadow.matchAll(/0 0 0 \dpx #([\da-f]{3,8})/g)].map(([, hex = ""]) => {
    const full: HexColor = `#${hex.length === 3 ? hex.replace(/./g, "$&$&") : hex}`;
    return full;
  });
}

test("uses two ring tones that contrast with each other and, one each, any page", () => {
  const [inner, outer, ...rest] = ringColors();
  if (inner === undefined || outer === undefined) throw new Error("The ring has fewer than two tones.");
  expect(rest).toEqual([]);
  expect(contrast(inner, outer)).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
  const hex = (part: number): string => Math.round(part).toString(16).padStart(2, "0");
  const worst = { ratio: 21, on: "" };
  const look = (color: HexColor): void => {
    const ratio = Math.max(contrast(inner, color), contrast(outer, color));
    if (ratio < worst.ratio) Object.assign(worst, { ratio, on: color });
  };
  const backdrop = [1, 3, 5].map((at) => Number.parseInt(BUILT_IN_THEME.light.backdrop.slice(at, at + 2), 16));
  for (let step = 0; step < 16 ** 3; step++) {
    const page = [step >> 8, (step >> 4) & 15, step & 15].map((part) => part * 17);
    for (const percent of [0, limits.theme_backdrop_percent_min, 45, limits.theme_backdrop_percent_max]) {
      const dimmed = page.map((part, at) => part + ((backdrop[at] ?? 0) - part) * (percent / 100));
      look(`#${dimmed.map(hex).join("")}`);
    }
  }
  expect(worst.ratio).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
});
