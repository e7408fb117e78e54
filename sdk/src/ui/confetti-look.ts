import type { CelebrationPreset } from "@fanfare/contract/celebration";
import {
  CANVAS_PIXELS_MAX,
  COLORS_MAX,
  DEVICE_PIXEL_RATIO_MAX,
  SHAPE_PATH_CHARS_MAX,
  SHAPE_TEXT_CHARS_MAX,
  SHAPES_MAX,
} from "./limits.ts";
import type { CelebrationOptions, Shape } from "./types.ts";

/** How many pieces a preset throws, and the moment that stands for it where motion is reduced, in milliseconds. */
export const PRESETS: Readonly<Record<CelebrationPreset, readonly [pieces: number, still_ms: number]>> = {
  burst: [150, 620],
  cannons: [210, 1_000],
  fireworks: [270, 1_250],
  rain: [230, 1_900],
  snow: [170, 1_700],
  stars: [90, 700],
  emoji: [48, 900],
  school: [220, 1_900],
};

const PALETTE = "#6a4cff,#ff4f8b,#ffb224,#12b981,#2ea8ff,#ff6b3d";
/** Colours of presets that mean something by them, on a light page and on a dark one. */
const OWN_PALETTES: Partial<Readonly<Record<CelebrationPreset, readonly [light: string, dark: string]>>> = {
  snow: ["#7fb2f0,#a6cbf7,#c3dcfa", "#fff,#e3eeff,#c4dcff"],
  stars: ["#f5a400,#ffc933,#ffdf80,#e88c00", "#ffc933,#ffe28a,#fff3c4,#ffb224"],
};

/** Mostly paper. */
const MIXED: readonly Shape[] = ["rectangle", "rectangle", "rectangle", "circle", "ribbon", "star"];
const OWN_SHAPES: Partial<Readonly<Record<CelebrationPreset, readonly Shape[]>>> = {
  fireworks: ["circle", "circle", "star", "ribbon"],
  snow: ["circle", "flake"],
  stars: ["star"],
  emoji: [..."🎉🥳🎊✨👏"].map((text) => ({ text })),
};

/**
 * The colours: the page's call, its `--fanfare-confetti`, or the preset's own. `canvas` stands where Fanfare's tokens are
 * known. `school` wears the colour of the page's brand.
 */
export function colorsOf({ colors = [], preset, window }: CelebrationOptions, canvas: HTMLElement): readonly string[] {
  const style = window.getComputedStyle(canvas);
  const resolve = (color: string): string => {
    canvas.style.color = color;
    return style.color;
  };
  const themed = style.getPropertyValue("--fanfare-confetti");
  const [light, dark] = OWN_PALETTES[preset] ?? [PALETTE, PALETTE];
  const own =
    preset === "school" ? "var(--accent),#ffb224" : resolve("light-dark(#000,#fff)") === "rgb(0, 0, 0)" ? light : dark;
  // Commas inside of parentheses belong to a colour.
  const listed = (themed || own).match(/[^,(]+(\([^)]*\))?/g) ?? [];
  const wanted = colors.length > 0 ? colors : listed;
  const resolved = wanted.slice(0, COLORS_MAX).map((color) => resolve(String(color).trim()));
  canvas.style.color = "";
  return resolved;
}

/** The shapes that are asked for and fit, else the preset's own. */
export function shapesOf({ shapes = [], preset }: CelebrationOptions): readonly Shape[] {
  const fitting = shapes.slice(0, SHAPES_MAX).filter((shape) => {
    if (typeof shape !== "object") return true;
    return "text" in shape ? shape.text.length <= SHAPE_TEXT_CHARS_MAX : shape.path.length <= SHAPE_PATH_CHARS_MAX;
  });
  return fitting.length > 0 ? fitting : (OWN_SHAPES[preset] ?? MIXED);
}

/** Canvas pixels per CSS pixel: sharp on dense screens, within a budget of pixels on large ones. */
export function sharpness(width: number, height: number, device_pixel_ratio: number): number {
  const budget = Math.sqrt(CANVAS_PIXELS_MAX / Math.max(1, width * height));
  return Math.min(device_pixel_ratio, DEVICE_PIXEL_RATIO_MAX, Math.max(budget, 0.5));
}
