import { type ContrastBackground, type HexColor, hasContrast } from "./contrast.ts";
import { fromOklch, toOklch } from "./oklch.ts";

/** Steps of lightness that are tried on either side: finer than two neighbours of a screen's greys. */
const STEPS = 256;

/**
 * The colour of the same hue that is nearest in lightness and stands out enough from all of these grounds: itself where it
 * does so already, undefined where none does, not even black or white.
 *
 * @example
 * nearestColor("#9a9aa5", [{ color: "#ffffff", least: 4.5 }]); // a darker grey
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
