/** An opaque sRGB color as lowercase `#rrggbb`. */
export type HexColor = string;

/** Minimum contrast of text, and of large text, controls, and focus rings (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;
/** Minimum contrast of text for people who prefer more contrast (1.4.6). */
export const ENHANCED_CONTRAST = 7;

/** True for lowercase `#rrggbb`. */
export function isHexColor(text: string): text is HexColor {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Linear red, green, and blue, from 0 to 1. */
export type LinearColor = readonly [red: number, green: number, blue: number];

/** Converts sRGB to linear components from 0 to 1 (WCAG 2, "relative luminance"). */
export function toLinear(color: HexColor): LinearColor {
  const of = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [of(1), of(3), of(5)];
}

/** Clamps components that are out of gamut. */
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

/** Relative luminance (WCAG 2.2), from 0 (black) to 1 (white). */
export function luminance(color: HexColor): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast ratio of two colors in any order, from 1 to 21 (WCAG 2.2).
 *
 * @example
 * contrast("#666a7d", "#ffffff"); // 5.33…
 */
export function contrast(one: HexColor, other: HexColor): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

/** Formats a contrast ratio, rounded down: `4.49:1`. */
export function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toString()}:1`;
}

export interface ContrastBackground {
  readonly color: HexColor;
  readonly least: number;
}

export function hasContrast(color: HexColor, grounds: readonly ContrastBackground[]): boolean {
  return grounds.every((ground) => contrast(color, ground.color) >= ground.least);
}
