import { type ContrastBackground, type HexColor, hasContrast } from "./contrast.ts";
import { fromOklch, toOklch } from "./oklch.ts";

/** Lightness steps to try in each direction: finer than adjacent grays on a screen. */
const STEPS = 256;

/**
 * Returns the nearest color in lightness, with the same hue, that has enough contrast with all backgrounds. Returns the
 * color itself if it passes. If none passes, tries black and white, then returns undefined.
 *
 * @example
 * nearestColor("#9a9aa5", [{ color: "#ffffff", least: 4.5 }]); // a darker gray
 */
export function nearestColor(color: HexColor, grounds: readonly ContrastBackground[]): HexColor | undefined {
  if (hasContrast(color, grounds)) return color;
  const { lightness, chroma, hue } = toOklch(color);
  for (let step = 1; step <= STEPS; step++) {
    for (const way of [-1, 1]) {
      const tried = lightness + (way * step) / STEPS;
      if (tried < 0 || tried > 1) continue;
      const shown = fromOklch({ lightness: tried, chroma, hue });
      if (hasContrast(shown, grounds)) return shown;
    }
  }
  return ["#000000", "#ffffff"].find((end) => hasContrast(end, grounds));
}
