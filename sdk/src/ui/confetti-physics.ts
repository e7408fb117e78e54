import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Rng } from "@fanfare/contract/rng";
import { FLASH_GAP_MS } from "./limits.ts";
import type { Point, Shape } from "./types.ts";

/**
 * One piece of confetti, as it was thrown. Where it is later follows from the time alone: no frame depends on the one
 * before, so a seed gives the same picture at the same time at any frame rate. Lengths are CSS pixels, times
 * milliseconds, speeds pixels a second.
 */
export interface Piece {
  readonly born_ms: number;
  readonly life_ms: number;
  /** Where it is thrown. Moves with its origin until then. */
  x: number;
  y: number;
  readonly speed_x: number;
  readonly speed_y: number;
  /** Share of the speed that the air takes away, per second. */
  readonly drag: number;
  /** Pixels a second, per second. */
  readonly gravity: number;
  /** How far it swings from side to side, in pixels. */
  readonly sway: number;
  readonly size: number;
  /** Index in the colours, and in the shapes. */
  readonly color: number;
  readonly shape: number;
  /** Turns a second, and where the turn began, of one. */
  readonly spin: number;
  readonly phase: number;
  /** How long it takes to appear. */
  readonly appear_ms: number;
}

/** Where a piece is drawn: written by {@link poseAt}, made once. */
export interface Pose {
  x: number;
  y: number;
  /** Radians. */
  turn: number;
  /** From -1 to 1: how much of its face it shows. */
  flip: number;
  /** From 1 to 0 at its end. */
  opacity: number;
}

/** What is thrown: plain data, so that a worker can be told. */
export interface Throw {
  readonly preset: CelebrationPreset;
  readonly seed: number;
  readonly screen: { readonly width: number; readonly height: number };
  /** Where it comes from, else the preset's own place. */
  readonly origin: Point | null;
  readonly colors: readonly string[];
  readonly shapes: readonly Shape[];
  /** How many pieces, and how many the preset would have. */
  readonly pieces: number;
  readonly pieces_wanted: number;
  readonly duration_ms: number;
}

/** What makes the pieces of a preset, one by one: `index` runs up to `pieces_wanted`, with gaps where fewer are thrown. */
export type Thrower = (what: Throw, rng: Rng) => (index: number) => Piece;

/** Presets whose code is in the first chunk. The others are in confetti-more.ts. */
export const THROWERS: Partial<Readonly<Record<CelebrationPreset, Thrower>>> = {
  burst: (what, rng) => () => ({
    ...piece(what, rng),
    ...(what.origin ?? { x: what.screen.width / 2, y: what.screen.height * 0.55 }),
    ...cone(rng, -90, 70, 150 * reach(what), 1_350 * reach(what)),
  }),
  cannons: (what, rng) => (index) => {
    const left = index % 2 === 0;
    const { width, height } = what.screen;
    return {
      ...piece(what, rng),
      ...(what.origin ?? { x: left ? -10 : width + 10, y: height * 0.92 }),
      ...cone(rng, left ? -58 : -122, 24, 500 * reach(what), 2_000 * reach(what)),
      // Three volleys, each from both sides.
      born_ms: Math.floor((index / what.pieces_wanted) * 3) * FLASH_GAP_MS + rng.next() * 60,
    };
  },
};

/**
 * All pieces of a celebration, sorted by colour: the pen changes seldom.
 *
 * @example
 * throwPieces(what, THROWERS.burst, seededRng(what.seed));
 */
export function throwPieces(what: Throw, thrower: Thrower, rng: Rng): readonly Piece[] {
  const make = thrower(what, rng);
  const { pieces, pieces_wanted } = what;
  // Every nth of the wanted ones, so that fewer pieces make the same picture, only thinner.
  const all = Array.from({ length: pieces }, (_, index) => make(Math.floor((index * pieces_wanted) / pieces)));
  return all.sort((left, right) => left.color - right.color);
}

/** Writes where `piece` is at `time_ms` into `pose`; false when it is not there: not yet thrown, or gone. */
export function poseAt(piece: Piece, time_ms: number, pose: Pose): boolean {
  const age_ms = time_ms - piece.born_ms;
  if (age_ms < 0 || age_ms >= piece.life_ms) return false;
  const age = age_ms / 1_000;
  // Motion through air, solved: a piece nears its falling speed, gravity / drag.
  const slowed = (1 - Math.exp(-piece.drag * age)) / piece.drag;
  const falling = piece.gravity / piece.drag;
  const swing = 2 * Math.PI * (piece.phase + 0.55 * age);
  pose.x = piece.x + piece.speed_x * slowed + piece.sway * Math.min(1, age) * Math.sin(swing);
  pose.y = piece.y + falling * age + (piece.speed_y - falling) * slowed;
  pose.turn = 2 * Math.PI * (piece.phase + piece.spin * age * 0.5);
  pose.flip = Math.cos(2 * Math.PI * (piece.phase + piece.spin * age));
  pose.opacity = Math.min(1, (age_ms + 1) / (piece.appear_ms + 1), (piece.life_ms - age_ms) / 350);
  return true;
}

/** How far pieces fly, for the size of the screen. */
export function reach({ screen }: Throw): number {
  return Math.sqrt(screen.width * screen.height) / 900;
}

/** A piece of paper that falls where nothing else is said. */
export function piece({ colors, shapes, duration_ms }: Throw, rng: Rng): Piece {
  return {
    born_ms: 0,
    life_ms: Math.min(1_700 + rng.next() * 600, duration_ms),
    x: 0,
    y: 0,
    speed_x: 0,
    speed_y: 0,
    drag: 1.9 + rng.next() * 0.6,
    gravity: 820 + rng.next() * 260,
    sway: 6 + rng.next() * 12,
    size: 11 + rng.next() * 8,
    color: Math.floor(rng.next() * colors.length),
    shape: Math.floor(rng.next() * shapes.length),
    spin: (rng.next() < 0.5 ? -1 : 1) * (0.6 + rng.next() * 1.4),
    phase: rng.next(),
    appear_ms: 0,
  };
}

/** A speed in a cone: `angle` and `spread` in degrees, 0 to the right, -90 up. */
export function cone(
  rng: Rng,
  angle: number,
  spread: number,
  slow: number,
  fast: number,
): Pick<Piece, "speed_x" | "speed_y"> {
  const radians = ((angle + (rng.next() * 2 - 1) * spread) * Math.PI) / 180;
  // The root spreads them over the area, not along the ray.
  const speed = slow + (fast - slow) * Math.sqrt(rng.next());
  return { speed_x: Math.cos(radians) * speed, speed_y: Math.sin(radians) * speed };
}
