import { fromLinear, type HexColor, type LinearColor, toLinear } from "./contrast.ts";

/** A color in OKLCH (CSS Color 4): lightness from 0 to 1, chroma from 0, hue in degrees. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/**
 * @example
 * toOklch("#5336e2").hue; // about 280
 */
export function toOklch(color: HexColor): Oklch {
  const [red, green, blue] = toLinear(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** Converts to sRGB. Out-of-gamut colors keep lightness and hue and lose chroma. */
export function fromOklch({ lightness, chroma, hue }: Oklch): HexColor {
  const shown = (tried: number): LinearColor => linearOf(lightness, tried, hue);
  const fits = (color: LinearColor): boolean => color.every((part) => part >= -EDGE && part <= 1 + EDGE);
  if (fits(shown(chroma))) return fromLinear(shown(chroma));
  let [low, high] = [0, chroma];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2;
    if (fits(shown(middle))) low = middle;
    else high = middle;
  }
  return fromLinear(shown(low));
}

/** Rounding tolerance */
const EDGE = 0.0005;
/** Bisection steps for the chroma: more precise than 8-bit color. */
const ROUNDS = 12;

function linearOf(lightness: number, chroma: number, hue: number): LinearColor {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
