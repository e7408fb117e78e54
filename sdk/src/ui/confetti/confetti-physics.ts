import type { ConfettiParams } from "./confetti-params.ts";

export const TURN = 2 * Math.PI;

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
  readonly air_drag: number;
  /** Pixels a second, per second. */
  readonly gravity: number;
  /** How far it swings from side to side, in pixels. */
  readonly sway: number;
  readonly size: number;
  /** Index in the colours, and in the shapes. */
  readonly color: number;
  readonly shape: number;
  /** Turns a second, and where the turn began, of one. */
  readonly spin_rate: number;
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

/** Numbers from 0 to below 1 that follow from a seed: the same one gives the same picture. */
export type RandomNumber = () => number;

/** What makes the pieces of a preset, one by one: `index` runs up to `pieces_wanted`, with gaps where fewer are thrown. */
export type PieceGenerator = (what: ConfettiParams, chance: RandomNumber) => (index: number) => Piece;

/** The preset whose code is in the first chunk. The others are in confetti-more.ts. */
export const burst: PieceGenerator = (what, chance) => () => ({
  ...piece(what, chance),
  ...(what.origin ?? { x: what.screen.width / 2, y: what.screen.height * 0.55 }),
  ...cone(what, chance, -90, 70, 150, 1_350),
});

/**
 * All pieces of a celebration, sorted by colour: the pen changes seldom.
 *
 * @example
 * throwPieces(what, burst, seededNumbers(what.seed));
 */
export function createPieces(what: ConfettiParams, thrower: PieceGenerator, chance: RandomNumber): readonly Piece[] {
  const make = thrower(what, chance);
  const { pieces, pieces_wanted, duration_ms } = what;
  const all = Array.from({ length: pieces }, (_, index) => {
    // Every nth of the wanted ones, so that fewer pieces make the same picture, only thinner.
    const each = make(Math.floor((index * pieces_wanted) / pieces));
    return { ...each, life_ms: Math.min(each.life_ms, duration_ms - each.born_ms) };
  });
  return all.sort((left, right) => left.color - right.color);
}

/** Writes where `piece` is at `time_ms` into `pose`; false when it is not there: not yet thrown, or gone. */
export function poseAt(piece: Piece, time_ms: number, pose: Pose): boolean {
  const age_ms = time_ms - piece.born_ms;
  if (age_ms < 0 || age_ms >= piece.life_ms) return false;
  const age = age_ms / 1_000;
  // Motion through air, solved: a piece nears its falling speed, gravity / air_drag.
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

/** A piece of paper that falls where nothing else is said. */
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
    // Few are near: the picture has depth.
    size: 10 + chance() * chance() * 18,
    color: Math.floor(chance() * colors.length),
    shape: Math.floor(chance() * shapes.length),
    spin_rate: (chance() < 0.5 ? -1 : 1) * (0.6 + chance() * 1.4),
    phase: chance(),
    appear_ms: 0,
  };
}

/** A speed in a cone: `angle` and `spread` in degrees, 0 to the right, -90 up; pixels a second on a screen of 900 x 900. */
export function cone(
  { screen }: ConfettiParams,
  chance: RandomNumber,
  angle: number,
  spread: number,
  slow: number,
  fast: number,
): Pick<Piece, "speed_x" | "speed_y"> {
  const radians = ((angle + (chance() * 2 - 1) * spread) * Math.PI) / 180;
  // The root spreads them over the area, not along the ray. They fly further on a larger screen.
  const speed = ((slow + (fast - slow) * Math.sqrt(chance())) * Math.sqrt(screen.width * screen.height)) / 900;
  return { speed_x: Math.cos(radians) * speed, speed_y: Math.sin(radians) * speed };
}

/** What other presets make their pieces with: handed to them, so that their chunk needs nothing of this one. */
export const TOOLS = { piece, cone };
export type Tools = typeof TOOLS;
