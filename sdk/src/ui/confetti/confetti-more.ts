import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { FLASH_GAP_MS, PIECE_MS_MAX } from "../limits.ts";
import type { Point, Shape } from "../types.ts";
import type { DrawShape } from "./confetti-draw.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import type { PieceGenerator, RandomNumber, Tools } from "./confetti-physics.ts";

/** Presets other than `burst`. Loaded on first use. */
export function moreGenerators(tools: Tools): Readonly<Partial<Record<CelebrationPreset, PieceGenerator>>> {
  const { piece, cone } = tools;
  return {
    // Three volleys, each from both sides.
    cannons: bothSides(tools, 10, 0.92, [58, 24, 500, 2_000], (what, chance, index) => {
      return Math.floor((index / what.pieces_wanted) * 3) * FLASH_GAP_MS + chance() * 60;
    }),
    fireworks: fireworks(tools),
    rain: (what, chance) => () => ({
      ...piece(what, chance),
      ...alongTop(what, chance),
      speed_x: (chance() - 0.5) * 60,
      speed_y: 260 + chance() * 320,
      born_ms: chance() ** 1.6 * lastBirth(what),
      sway: 14 + chance() * 22,
    }),
    snow: snow(tools),
    stars: (what, chance) => () => {
      const base = piece(what, chance);
      return {
        ...base,
        ...(what.origin ?? { x: what.screen.width / 2, y: what.screen.height * 0.46 }),
        ...cone(what, chance, -90, 180, 120, 900),
        gravity: 150,
        air_drag: 1.7,
        sway: 3,
        size: 10 + chance() * chance() * 34,
        spin_rate: base.spin_rate * 0.6,
        born_ms: chance() * 180,
        appear_ms: 120,
      };
    },
    emoji: (what, chance) => () => {
      const base = piece(what, chance);
      return {
        ...base,
        ...(what.origin ?? { x: what.screen.width * (0.5 + (chance() - 0.5) * 0.3), y: what.screen.height * 0.75 }),
        ...cone(what, chance, -90, 42, 600, 1_750),
        size: 30 + chance() * 22,
        sway: 4,
        born_ms: chance() * 260,
      };
    },
    school: bothSides(tools, 12, 0.66, [50, 20, 520, 1_750], (what, _, index) => {
      return (index / what.pieces_wanted) * lastBirth(what);
    }),
  };
}

/** In turn from either side of the screen. `aim`: how steep, how wide, how slow and how fast. */
function bothSides(
  { piece, cone }: Tools,
  beside_px: number,
  along: number,
  [steep, spread, slow, fast]: readonly [number, number, number, number],
  bornAt: (what: ConfettiParams, chance: RandomNumber, index: number) => number,
): PieceGenerator {
  return (what, chance) => (index) => {
    const left = index % 2 === 0;
    const { width, height } = what.screen;
    return {
      ...piece(what, chance),
      ...(what.origin ?? { x: left ? -beside_px : width + beside_px, y: height * along }),
      ...cone(what, chance, left ? -steep : steep - 180, spread, slow, fast),
      born_ms: bornAt(what, chance, index),
    };
  };
}

function fireworks({ piece, cone }: Tools): PieceGenerator {
  return (what, chance) => {
    const { origin, screen } = what;
    const count = Math.max(1, Math.min(5, Math.floor((what.duration_ms - PIECE_MS_MAX) / FLASH_GAP_MS) + 1));
    const rockets = [...Array(count)].map((_, index) => ({
      x: origin === null ? screen.width * (0.2 + 0.6 * chance()) : origin.x + (chance() - 0.5) * 240,
      y: origin === null ? screen.height * (0.18 + 0.3 * chance()) : origin.y + (chance() - 0.5) * 160,
      born_ms: index * FLASH_GAP_MS,
      color: Math.floor(chance() * what.colors.length),
    }));
    return (index) => {
      const base = piece(what, chance);
      const { color, ...place } = rockets[index % count] ?? { x: 0, y: 0, born_ms: 0, color: 0 };
      return {
        ...base,
        ...place,
        // Two thirds form the outer shell of the burst, the rest its inside.
        ...cone(what, chance, 0, 180, Math.floor(index / count) % 3 === 0 ? 60 : 400, 640),
        color: chance() < 0.3 ? base.color : color,
        gravity: 260,
        air_drag: 2.3,
        life_ms: base.life_ms * 0.85,
      };
    };
  };
}

function snow({ piece }: Tools): PieceGenerator {
  return (what, chance) => () => {
    const near = chance();
    return {
      ...piece(what, chance),
      ...alongTop(what, chance),
      // Some start on screen, because the first flake from the top would appear late.
      y: what.screen.height * (chance() * 0.85 - 0.15) + (what.origin?.y ?? 0),
      speed_x: (chance() - 0.5) * 30,
      speed_y: 60,
      gravity: 80 + near * 130,
      air_drag: 1,
      sway: 18 + chance() * 30,
      size: 7 + near * near * 17,
      spin_rate: (chance() - 0.5) * 0.05,
      phase: chance() * 0.2 - 0.1,
      born_ms: chance() ** 2 * lastBirth(what) * 0.8,
      life_ms: 2_900,
      appear_ms: 350,
    };
  };
}

/** When the last piece is emitted, for presets that emit over time. */
function lastBirth({ duration_ms }: ConfettiParams): number {
  return Math.max(0, duration_ms - PIECE_MS_MAX);
}

/** A random point along the upper edge, or around the origin. */
function alongTop({ origin, screen }: ConfettiParams, chance: RandomNumber): Point {
  const width = origin === null ? screen.width * 1.05 : 260;
  return { x: (origin?.x ?? screen.width / 2) + (chance() - 0.5) * width, y: (origin?.y ?? 0) - 24 };
}

/** A character that no font has. */
const UNKNOWN = "\u{10ffff}";
/** Size of cached text images in canvas pixels, larger than any piece. */
const GLYPH_PX = 112;

/**
 * Returns a function that draws a flake, a text, or an SVG path into the square from -0.5 to 0.5. Text is rendered to
 * an image once, because emoji are slow to draw. Undefined if this system can't render the text.
 */
export function shapeDrawer(shape: Shape): DrawShape | undefined {
  if (typeof shape === "string") {
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
    return keepUpright((context) => context.fill(outline));
  }
  // Without a matching font, it would render as boxes.
  if (readPixels(glyph(shape.text, "#000")) === readPixels(glyph(UNKNOWN, "#000"))) return undefined;
  const pictures = new Map<unknown, CanvasImageSource>();
  return keepUpright((context) => {
    const color = context.fillStyle;
    const picture = pictures.get(color) ?? glyph(shape.text, color).canvas;
    pictures.set(color, picture);
    context.drawImage(picture, -0.5, -0.5, 1, 1);
  });
}

/** Keeps text and icons facing the viewer: they rock instead of turning. */
function keepUpright(stamp: DrawShape): DrawShape {
  return (context) => {
    const { a, b, e, f } = context.getTransform();
    const size = Math.hypot(a, b);
    const rock = Math.sin(Math.atan2(b, a)) * 0.45;
    const cos = Math.cos(rock) * size;
    const sin = Math.sin(rock) * size;
    context.setTransform(cos, sin, -sin, cos, e, f);
    stamp(context);
  };
}

function readPixels(context: OffscreenCanvasRenderingContext2D): string {
  return context.getImageData(0, 0, GLYPH_PX, GLYPH_PX).data.join();
}

function glyph(text: string, color: CanvasFillStrokeStyles["fillStyle"]): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(GLYPH_PX, GLYPH_PX);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser can't create another canvas.");
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
