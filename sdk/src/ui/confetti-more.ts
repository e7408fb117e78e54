import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Rng } from "@fanfare/contract/rng";
import type { Stamp } from "./confetti-draw.ts";
import { cone, piece, reach, type Throw, type Thrower } from "./confetti-physics.ts";
import { FLASH_GAP_MS, PIECE_MS_MAX } from "./limits.ts";
import type { Point, Shape } from "./types.ts";

/** The rarer presets. Loaded when one is thrown. */
export const MORE_THROWERS: Partial<Readonly<Record<CelebrationPreset, Thrower>>> = {
  fireworks(what, rng) {
    const { origin, screen } = what;
    const count = Math.max(1, Math.min(5, Math.floor((what.duration_ms - PIECE_MS_MAX) / FLASH_GAP_MS) + 1));
    const rockets = Array.from({ length: count }, (_, index) => ({
      x: origin === null ? screen.width * (0.2 + 0.6 * rng.next()) : origin.x + (rng.next() - 0.5) * 240,
      y: origin === null ? screen.height * (0.18 + 0.3 * rng.next()) : origin.y + (rng.next() - 0.5) * 160,
      born_ms: index * FLASH_GAP_MS,
      color: Math.floor(rng.next() * what.colors.length),
    }));
    return (index) => {
      const base = piece(what, rng);
      const { color, ...place } = rockets[index % count] ?? { ...base };
      return {
        ...base,
        ...place,
        // Most of it in a shell, as a rocket bursts.
        ...cone(rng, 0, 180, 330 * reach(what), 600 * reach(what)),
        color: rng.next() < 0.3 ? base.color : color,
        gravity: 260,
        drag: 2.3,
        life_ms: base.life_ms * 0.85,
        size: base.size * 0.8,
      };
    };
  },
  rain: (what, rng) => () => ({
    ...piece(what, rng),
    ...along(what, rng),
    speed_x: (rng.next() - 0.5) * 60,
    speed_y: 160 + rng.next() * 160,
    born_ms: rng.next() * lastBirth(what),
    sway: 14 + rng.next() * 22,
  }),
  snow: (what, rng) => () => {
    const near = rng.next();
    return {
      ...piece(what, rng),
      ...along(what, rng),
      // Some are there already: the first flake from the top would be late.
      y: what.screen.height * (rng.next() * 0.85 - 0.15) + (what.origin?.y ?? 0),
      speed_x: (rng.next() - 0.5) * 30,
      speed_y: 60,
      gravity: 80 + near * 130,
      drag: 1,
      sway: 18 + rng.next() * 30,
      size: 7 + near * near * 17,
      spin: (rng.next() - 0.5) * 0.05,
      // Flakes show their face.
      phase: rng.next() * 0.2 - 0.1,
      born_ms: rng.next() * lastBirth(what) * 0.8,
      life_ms: Math.min(what.duration_ms, 2_900),
      appear_ms: 500,
    };
  },
  stars: (what, rng) => () => {
    const base = piece(what, rng);
    return {
      ...base,
      ...(what.origin ?? { x: what.screen.width / 2, y: what.screen.height * 0.46 }),
      ...cone(rng, -90, 180, 120 * reach(what), 900 * reach(what)),
      gravity: 150,
      drag: 1.7,
      sway: 3,
      size: 10 + rng.next() * rng.next() * 34,
      spin: base.spin * 0.6,
      born_ms: rng.next() * 180,
      appear_ms: 120,
    };
  },
  emoji: (what, rng) => () => {
    const base = piece(what, rng);
    return {
      ...base,
      ...(what.origin ?? { x: what.screen.width * (0.5 + (rng.next() - 0.5) * 0.3), y: what.screen.height * 0.75 }),
      ...cone(rng, -90, 42, 600 * reach(what), 1_750 * reach(what)),
      size: 30 + rng.next() * 22,
      sway: 4,
      born_ms: rng.next() * 260,
    };
  },
  school: (what, rng) => (index) => {
    const left = index % 2 === 0;
    const { width, height } = what.screen;
    return {
      ...piece(what, rng),
      ...(what.origin ?? { x: left ? -12 : width + 12, y: height * 0.66 }),
      ...cone(rng, left ? -50 : -130, 20, 520 * reach(what), 1_750 * reach(what)),
      born_ms: (index / what.pieces_wanted) * lastBirth(what),
    };
  },
};

/** When the last piece is thrown, for what is thrown little by little. */
function lastBirth({ duration_ms }: Throw): number {
  return Math.max(0, duration_ms - PIECE_MS_MAX);
}

/** Somewhere along the upper edge, or around the origin. */
function along({ origin, screen }: Throw, rng: Rng): Point {
  const width = origin === null ? screen.width * 1.05 : 260;
  return { x: (origin?.x ?? screen.width / 2) + (rng.next() - 0.5) * width, y: (origin?.y ?? 0) - 24 };
}

/** A character that no font has. */
const UNKNOWN = "\u{10ffff}";
/** The size at which text is kept as a picture, in canvas pixels: larger than any piece. */
const GLYPH_PX = 112;

/**
 * How a flake, a text or an SVG path is stamped into the square from -0.5 to 0.5. Text becomes a picture once: emoji are
 * slow to draw. Undefined where this machine has no picture of it.
 */
export function stampOf(shape: Exclude<Shape, string> | "flake"): Stamp | undefined {
  if (shape === "flake") {
    const flake = flakePath();
    return (context) => {
      context.lineWidth = 0.09;
      context.lineCap = "round";
      context.strokeStyle = context.fillStyle;
      context.stroke(flake);
    };
  }
  if ("path" in shape) {
    const { path, box = 24 } = shape;
    const outline = new Path2D();
    outline.addPath(new Path2D(path), { a: 1 / box, d: 1 / box, e: -0.5, f: -0.5 });
    return (context) => context.fill(outline);
  }
  // A machine without a font for it would show boxes.
  if (pixelsOf(glyph(shape.text, "#000")) === pixelsOf(glyph(UNKNOWN, "#000"))) return undefined;
  const pictures = new Map<unknown, CanvasImageSource>();
  return (context) => {
    const color = context.fillStyle;
    const picture = pictures.get(color) ?? glyph(shape.text, color).canvas;
    pictures.set(color, picture);
    context.drawImage(picture, -0.5, -0.5, 1, 1);
  };
}

function pixelsOf(pen: OffscreenCanvasRenderingContext2D): string {
  return pen.getImageData(0, 0, GLYPH_PX, GLYPH_PX).data.join();
}

function glyph(text: string, color: CanvasFillStrokeStyles["fillStyle"]): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(GLYPH_PX, GLYPH_PX);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has no canvas left.");
  context.fillStyle = color;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = font(GLYPH_PX * 0.8);
  const { width } = context.measureText(text);
  if (width > GLYPH_PX) context.font = font((GLYPH_PX * 0.8 * GLYPH_PX) / width);
  context.fillText(text, GLYPH_PX / 2, GLYPH_PX * 0.54);
  return context;
}

const font = (size_px: number): string => `700 ${size_px}px system-ui, sans-serif`;

/** Six arms with a twig on each side. */
function flakePath(): Path2D {
  const path = new Path2D();
  for (let arm = 0; arm < 6; arm++) {
    const angle = (arm * Math.PI) / 3;
    const at = (along_arm: number, aside: number): [number, number] => [
      Math.cos(angle) * along_arm - Math.sin(angle) * aside,
      Math.sin(angle) * along_arm + Math.cos(angle) * aside,
    ];
    path.moveTo(0, 0);
    path.lineTo(...at(0.46, 0));
    path.moveTo(...at(0.42, -0.13));
    path.lineTo(...at(0.27, 0));
    path.lineTo(...at(0.42, 0.13));
  }
  return path;
}
