import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { CANVAS_PIXELS_MAX, COLORS_MAX, DEVICE_PIXEL_RATIO_MAX } from "../limits.ts";
import type { CelebrationOptions, Shape } from "../types.ts";

/** How many pieces a preset throws. */
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

/** Mostly paper. */
export const DEFAULT_SHAPES: readonly Shape[] = ["rectangle", "rectangle", "rectangle", "circle", "ribbon", "star"];

/** True when confetti-options.ts has nothing to say about it. */
export function isPlain({ preset, origin, shapes, sound }: CelebrationOptions): boolean {
  return preset === "burst" && !origin && !shapes && !sound;
}

/** The colours: the page's call, its `--fanfare-confetti`, the preset's own, or Fanfare's; as the browser reads them. */
export function resolveColors(
  window: Window,
  canvas: HTMLElement,
  colors: readonly string[] | undefined,
  own = PALETTE,
): readonly string[] {
  const style = window.getComputedStyle(canvas);
  const themed = style.getPropertyValue("--fanfare-confetti");
  // Commas inside of parentheses belong to a colour.
  const listed = (themed || own).split(/,(?![^(]*\))/);
  const resolved = (colors?.length ? colors : listed).slice(0, COLORS_MAX).map((color) => {
    canvas.style.color = String(color).trim();
    return style.color;
  });
  canvas.style.color = "";
  return resolved;
}

/** Canvas pixels per CSS pixel: sharp on dense screens, within a budget of pixels on large ones. */
export function canvasScale(width: number, height: number, device_pixel_ratio: number): number {
  const budget = Math.sqrt(CANVAS_PIXELS_MAX / (width * height));
  return Math.min(device_pixel_ratio, DEVICE_PIXEL_RATIO_MAX, Math.max(budget, 0.5));
}
