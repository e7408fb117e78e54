import type { ConfettiParams } from "./confetti-params.ts";

export const TURN = 2 * Math.PI;

/**
 * A piece of confetti with its initial state. Its position depends only on time, never on earlier frames, so a seed
 * gives the same picture at any frame rate. Lengths in CSS pixels, times in milliseconds, speeds in pixels per second.
 */
export interface Piece {
  readonly born_ms: number;
  readonly life_ms: number;
  /** Start position. Moves with the origin until the piece is emitted. */
  x: number;
  y: number;
  readonly speed_x: number;
  readonly speed_y: number;
  /** Share of the speed lost to air drag per second. */
  readonly air_drag: number;
  /** Pixels per second squared. */
  readonly gravity: number;
  /** Sideways amplitude in pixels. */
  readonly sway: number;
  readonly size: number;
  /** Indexes into colors and shapes. */
  readonly color: number;
  readonly shape: number;
  /** Turns per second, and the initial phase from 0 to 1. */
  readonly spin_rate: number;
  readonly phase: number;
  /** Fade-in time. */
  readonly appear_ms: number;
}

/** Drawing state of a piece, written by {@link poseAt}. Allocated once and reused. */
export interface Pose {
  x: number;
  y: number;
  /** Radians. */
  turn: number;
  /** Visible share of the face, from -1 to 1 (negative: back side). */
  flip: number;
  /** From 1 down to 0 at the end. */
  opacity: number;
}

/** Seeded random numbers from 0 to below 1. */
export type RandomNumber = () => number;

/** Creates the pieces of a preset one by one. `index` is below `pieces_wanted`, with gaps if fewer are emitted. */
export type PieceGenerator = (what: ConfettiParams, chance: RandomNumber) => (index: number) => Piece;

/** The preset in the first chunk. The others are in confetti-more.ts. */
export const burst: PieceGenerator = (what, chance) => () => ({
  ...piece(what, chance),
  ...(what.origin ?? { x: what.screen.width / 2, y: what.screen.height * 0.55 }),
  ...cone(what, chance, -90, 70, 150, 1_350),
});

/**
 * Creates all pieces of a celebration, sorted by color to minimize changes of fill style.
 *
 * @example
 * createPieces(what, burst, seededNumbers(what.seed));
 */
export function createPieces(what: ConfettiParams, thrower: PieceGenerator, chance: RandomNumber): readonly Piece[] {
  const make = thrower(what, chance);
  const { pieces, pieces_wanted, duration_ms } = what;
  const all = [...Array(pieces)].map((_, index) => {
    // Take every nth piece, so that fewer pieces form the same picture, only sparser.
    const each = make(Math.floor((index * pieces_wanted) / pieces));
    return { ...each, life_ms: Math.min(each.life_ms, duration_ms - each.born_ms) };
  });
  return all.sort((left, right) => left.color - right.color);
}

/** Writes the state of `piece` at `time_ms` to `pose`. Returns false if it isn't emitted yet or has ended. */
export function poseAt(piece: Piece, time_ms: number, pose: Pose): boolean {
  const age_ms = time_ms - piece.born_ms;
  if (age_ms < 0 || age_ms >= piece.life_ms) return false;
  const age = age_ms / 1_000;
  // Closed-form motion with air drag: the piece approaches its terminal velocity, gravity / air_drag.
  const slowed = (1 - Math.exp(-piece.air_drag * age)) / piece.air_drag;
  const falling = piece.gravity / piece.air_drag;
  const swing = TURN * (piece.phase + 0.55 * age);
  pose.x = piece.x + piece.speed_x * slowed + piece.sway * Math.min(1, age) * Math.sin(swing);
  pose.y = piece.y + falling * age + (piece.speed_y - falling) * slowed;
  pose.turn = TURN * (piece.phase + piece.spin_rate * age * 0.5);
  pose.flip = Math.cos(TURN * (piece.phase + piece.spin_rate * age));
  pose.opacity = Math.min(1, (age_ms + 1) / (piece.appear_ms + 1), (piece.life_ms - age_ms) / 350);
  return true;
}

export function piece(
  { colors, shapes }: ConfettiParams,
  chance: RandomNumber,
): Omit<Piece, "x" | "y" | "speed_x" | "speed_y"> {
  return {
    born_ms: 0,
    life_ms: 1_700 + chance() * 600,
    air_drag: 1.9 + chance() * 0.6,
    gravity: 820 + chance() * 260,
    sway: 6 + chance() * 12,
    // Few large pieces, for an impression of depth.
    size: 10 + chance() * chance() * 18,
    color: Math.floor(chance() * colors.length),
    shape: Math.floor(chance() * shapes.length),
    spin_rate: (chance() < 0.5 ? -1 : 1) * (0.6 + chance() * 1.4),
    phase: chance(),
    appear_ms: 0,
  };
}

/**
 * A velocity within a cone. `angle` and `spread` in degrees (0 is right, -90 is up), speeds in pixels per second on a
 * 900 x 900 screen.
 */
export function cone(
  { screen }: ConfettiParams,
  chance: RandomNumber,
  angle: number,
  spread: number,
  slow: number,
  fast: number,
): Pick<Piece, "speed_x" | "speed_y"> {
  const radians = ((angle + (chance() * 2 - 1) * spread) * Math.PI) / 180;
  // The square root distributes pieces evenly over the area instead of along the radius. Speeds scale with screen size.
  const speed = ((slow + (fast - slow) * Math.sqrt(chance())) * Math.sqrt(screen.width * screen.height)) / 900;
  return { speed_x: Math.cos(radians) * speed, speed_y: Math.sin(radians) * speed };
}

/** Helpers for other presets, passed in so that their chunk doesn't import this one. */
export const TOOLS = { piece, cone };
export type Tools = typeof TOOLS;
