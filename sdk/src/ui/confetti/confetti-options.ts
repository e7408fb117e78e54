import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { SHAPE_PATH_CHARS_MAX, SHAPE_TEXT_CHARS_MAX, SHAPES_MAX } from "../limits.ts";
import type { CelebrationOptions, Point, Shape } from "../types.ts";
import type { ConfettiParams } from "./confetti-params.ts";

/** Colors of presets with a specific palette, for light and dark pages. */
const PRESET_PALETTES: Partial<Readonly<Record<CelebrationPreset, readonly [light: string, dark: string]>>> = {
  snow: ["#5596ea,#7fb4f5,#a9cdf9", "#fff,#e3eeff,#c4dcff"],
  stars: ["#f5a400,#ffc933,#ffdf80,#e88c00", "#ffc933,#ffe28a,#fff3c4,#ffb224"],
  school: ["var(--accent),#ffb224", "var(--accent),#ffb224"],
};

const PRESET_SHAPES: Partial<Readonly<Record<CelebrationPreset, readonly Shape[]>>> = {
  fireworks: ["circle", "circle", "star", "ribbon"],
  snow: ["circle", "flake"],
  stars: ["star"],
  emoji: [..."🎉🥳🎊✨👏"].map((text) => ({ text })),
};

/** Colors of a preset with its own palette, as a list. `canvas`: an element where Fanfare's tokens are defined. */
export function presetPalette({ preset, window }: CelebrationOptions, canvas: HTMLElement): string | undefined {
  canvas.style.color = "light-dark(#000,#fff)";
  const dark = window.getComputedStyle(canvas).color === "rgb(255, 255, 255)";
  return PRESET_PALETTES[preset]?.[dark ? 1 : 0];
}

/** The valid requested shapes, otherwise those of the preset. */
export function resolveShapes({ shapes = [], preset }: CelebrationOptions): readonly Shape[] | undefined {
  const fitting = shapes.slice(0, SHAPES_MAX).filter((shape) => {
    if (typeof shape !== "object") return true;
    return "text" in shape ? shape.text.length <= SHAPE_TEXT_CHARS_MAX : shape.path.length <= SHAPE_PATH_CHARS_MAX;
  });
  return fitting.length > 0 ? fitting : PRESET_SHAPES[preset];
}

/** The current origin; null for the preset's default. */
export function originPoint(options: CelebrationOptions): Point | null {
  const { origin, window } = options;
  if (origin === "cursor") return cursorPoint(options);
  if (origin instanceof window.Element) return elementCenter(origin);
  return typeof origin === "object" ? origin : null;
}

/** Extras during playback: follows the origin and plays the sound if requested and allowed. */
export async function playExtras(
  options: CelebrationOptions,
  { origin, preset }: ConfettiParams,
  gone: AbortSignal,
  moved: (by_x: number, by_y: number) => void,
): Promise<void> {
  const { sound, window, rng } = options;
  followOrigin(options, origin, gone, moved);
  if (sound !== true || !window.navigator.userActivation?.hasBeenActive) return;
  const { playSound } = await import("./confetti-sound.ts");
  playSound(window, preset, rng);
}

/** Reports how far the origin has moved since the last call, until `gone`. Listens only to page events. */
export function followOrigin(
  options: CelebrationOptions,
  from: Point | null,
  gone: AbortSignal,
  moved: (by_x: number, by_y: number) => void,
): void {
  const { origin, window } = options;
  if (from === null) return;
  let at = from;
  const go = (to: Point | null): void => {
    if (to === null || (to.x === at.x && to.y === at.y)) return;
    moved(to.x - at.x, to.y - at.y);
    at = to;
  };
  const listener_options = { signal: gone, capture: true, passive: true };
  if (origin === "cursor") {
    window.addEventListener("pointermove", ({ clientX: x, clientY: y }) => go({ x, y }), listener_options);
  } else if (origin instanceof window.Element) {
    for (const name of ["scroll", "resize"])
      window.addEventListener(name, () => go(elementCenter(origin)), listener_options);
  }
}

/** The pointer position of the triggering event; for keyboard clicks, the clicked element. */
function cursorPoint({ event, window }: CelebrationOptions): Point | null {
  if (!(event instanceof window.MouseEvent)) return null;
  const { clientX: x, clientY: y, detail, target, type } = event;
  const by_keyboard = type === "click" && detail === 0;
  return by_keyboard && target instanceof window.Element ? elementCenter(target) : { x, y };
}

/** Null if the element isn't connected. */
function elementCenter(element: Element): Point | null {
  if (!element.isConnected) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
