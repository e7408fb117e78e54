import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { CANVAS_PIXELS_MAX, COLORS_MAX, DEVICE_PIXEL_RATIO_MAX } from "../limits.ts";
import type { CelebrationOptions, Shape } from "../types.ts";

export const PIECE_COUNTS: Readonly<Record<CelebrationPreset, number>> = {
  burst: 150,
  cannons: 210,
  fireworks: 270,
  rain: 230,
  snow: 170,
  stars: 90,
  emoji: 48,
  school: 220,
};

const PALETTE = "#6a4cff,#ff4f8b,#ffb224,#12b981,#2ea8ff,#ff6b3d";

export const DEFAULT_SHAPES: readonly Shape[] = ["rectangle", "rectangle", "rectangle", "circle", "ribbon", "star"];

/** True if confetti-options.ts isn't needed. */
export function isPlain({ preset, origin, shapes, sound }: CelebrationOptions): boolean {
  return preset === "burst" && !origin && !shapes && !sound;
}

/** Resolved colors: from the call, the page's `--fanfare-confetti`, the preset, or Fanfare's default. */
export function resolveColors(
  window: Window,
  canvas: HTMLElement,
  colors: readonly string[] | undefined,
  own = PALETTE,
): readonly string[] {
  const style = window.getComputedStyle(canvas);
  const themed = style.getPropertyValue("--fanfare-confetti");
  // Commas inside parentheses are part of a color.
  const listed = (themed || own).split(/,(?![^(]*\))/);
  const resolved = (colors?.length ? colors : listed).slice(0, COLORS_MAX).map((color) => {
    canvas.style.color = String(color).trim();
    return style.color;
  });
  canvas.style.color = "";
  return resolved;
}

/** Canvas pixels per CSS pixel: sharp on dense screens, limited by a pixel budget on large ones. */
export function canvasScale(width: number, height: number, device_pixel_ratio: number): number {
  const budget = Math.sqrt(CANVAS_PIXELS_MAX / (width * height));
  return Math.min(device_pixel_ratio, DEVICE_PIXEL_RATIO_MAX, Math.max(budget, 0.5));
}
