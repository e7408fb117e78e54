/** An opaque colour of sRGB as `#rrggbb`, in lower case. */
export type HexColor = string;

/** Least contrast of text, and of large text, controls and the ring of the focus (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;
/** Least contrast of text for people who ask for more (1.4.6). */
export const ENHANCED_CONTRAST = 7;

/** True for `#rrggbb` in lower case. */
export function isHexColor(text: string): text is HexColor {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Red, green and blue, each linear from 0 to 1. */
export type LinearColor = readonly [red: number, green: number, blue: number];

/** The light of a colour: 0 to 1 in each part, as sRGB encodes it (WCAG 2, "relative luminance"). */
export function toLinear(color: HexColor): LinearColor {
  const of = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [of(1), of(3), of(5)];
}

/** What is out of reach of the screen is drawn as near as it can. */
export function fromLinear(color: LinearColor): HexColor {
  const digits = color.map((part) => {
    const value = Math.min(1, Math.max(0, part));
    const shown = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

/** How bright a colour is, from 0 (black) to 1 (white): the relative luminance of WCAG 2.2. */
export function luminance(color: HexColor): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * How much two colours stand out from each other, from 1 to 21, whichever comes first (WCAG 2.2).
 *
 * @example
 * contrast("#666a7d", "#ffffff"); // 5.33…
 */
export function contrast(one: HexColor, other: HexColor): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

/** A ratio in words, never rounded up to what it is not: `4.49:1`. */
export function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toString()}:1`;
}

/** What a colour is drawn on, and how much it must stand out there. */
export interface ContrastBackground {
  readonly color: HexColor;
  readonly least: number;
}

/** True when a colour stands out enough from all of these. */
export function hasContrast(color: HexColor, grounds: readonly ContrastBackground[]): boolean {
  return grounds.every((ground) => contrast(color, ground.color) >= ground.least);
}
