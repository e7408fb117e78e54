import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Rng } from "@fanfare/contract/rng";
import { CELEBRATION_MS_MAX, FLASH_GAP_MS } from "./limits.ts";
import { SHAPES, type Shape } from "./types.ts";

/**
 * One piece of confetti, as it was thrown. Where it is later follows from the time alone: no frame depends on the one
 * before, so a seed gives the same picture at the same time at any frame rate. Lengths are CSS pixels, times
 * milliseconds, speeds pixels a second.
 */
export interface Piece {
  readonly born_ms: number;
  readonly life_ms: number;
  readonly x: number;
  readonly y: number;
  readonly speed_x: number;
  readonly speed_y: number;
  /** Share of the speed that the air takes away, per second. */
  readonly drag: number;
  /** Pixels a second, per second. */
  readonly gravity: number;
  /** How far it swings from side to side, in pixels. */
  readonly sway: number;
  readonly size: number;
  /** Index in the colours. */
  readonly color: number;
  readonly shape: Shape;
  /** Turns a second, and where the turn began, of one. */
  readonly spin: number;
  readonly phase: number;
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

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export interface Throw {
  readonly preset: CelebrationPreset;
  readonly screen: Screen;
  /** Where it comes from, else the preset's own place. */
  readonly origin: { readonly x: number; readonly y: number } | null;
  readonly colors: number;
  readonly shapes: readonly Shape[];
  /** No more pieces than this. */
  readonly pieces_max: number;
}

/** The last piece is gone by then. */
const LAST_BIRTH_MS = 2_600;

/**
 * All pieces of a celebration.
 *
 * @example
 * throwPieces({ preset: "burst", screen: { width: 1280, height: 720 }, origin: null, colors: 5, shapes: SHAPES,
 *   pieces_max: 150 }, seededRng(7));
 */
export function throwPieces(what: Throw, rng: Rng): readonly Piece[] {
  const { screen, origin } = what;
  const reach = Math.sqrt(screen.width * screen.height) / 900;
  switch (what.preset) {
    case "burst": {
      const from = origin ?? { x: screen.width / 2, y: screen.height * 0.55 };
      return fill(what, 150, () => ({
        ...piece(what, rng),
        ...from,
        ...cone(rng, -90, 70, 150 * reach, 1_350 * reach),
      }));
    }
    case "cannons":
      return fill(what, 210, (index) => {
        const left = index % 2 === 0;
        const from = origin ?? { x: left ? -10 : screen.width + 10, y: screen.height * 0.92 };
        const angle = left ? -58 : -122;
        // Three volleys, each from both sides.
        const born_ms = Math.floor((index / 210) * 3) * FLASH_GAP_MS + rng.next() * 60;
        return { ...piece(what, rng), ...from, ...cone(rng, angle, 24, 500 * reach, 2_000 * reach), born_ms };
      });
    case "fireworks": {
      const rockets = Array.from({ length: 5 }, (_, index) => ({
        x: (origin?.x ?? screen.width * (0.2 + 0.6 * rng.next())) + (origin === null ? 0 : (rng.next() - 0.5) * 240),
        y: (origin?.y ?? screen.height * (0.18 + 0.3 * rng.next())) + (origin === null ? 0 : (rng.next() - 0.5) * 160),
        born_ms: index * FLASH_GAP_MS,
        color: Math.floor(rng.next() * what.colors),
      }));
      return fill(what, 270, (index) => {
        const rocket = rockets[index % rockets.length] ?? { x: 0, y: 0, born_ms: 0, color: 0 };
        const mixed = rng.next() < 0.3 ? {} : { color: rocket.color };
        const { x, y, born_ms } = rocket;
        const base = piece(what, rng);
        return {
          ...base,
          ...mixed,
          x,
          y,
          born_ms,
          ...cone(rng, 0, 180, 60 * reach, 560 * reach),
          gravity: 260,
          drag: 2.3,
          life_ms: 1_500 + rng.next() * 500,
          size: base.size * 0.8,
        };
      });
    }
    case "rain":
      return fill(what, 170, () => ({
        ...piece(what, rng),
        x: (origin?.x ?? screen.width / 2) + (rng.next() - 0.5) * (origin === null ? screen.width * 1.05 : 260),
        y: (origin?.y ?? 0) - 24,
        speed_x: (rng.next() - 0.5) * 60,
        speed_y: 120 + rng.next() * 120,
        born_ms: rng.next() * LAST_BIRTH_MS,
        sway: 14 + rng.next() * 22,
      }));
  }
}

/** When the last piece is gone, in milliseconds after the first was thrown. */
export function endOf(pieces: readonly Piece[]): number {
  return pieces.reduce((last, { born_ms, life_ms }) => Math.max(last, born_ms + life_ms), 0);
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
  pose.opacity = Math.min(1, (piece.life_ms - age_ms) / 350);
  return true;
}

function fill({ pieces_max }: Throw, wanted: number, make: (index: number) => Piece): readonly Piece[] {
  // Every nth of the wanted ones, so that fewer pieces make the same picture, only thinner.
  const count = Math.min(wanted, pieces_max);
  return Array.from({ length: count }, (_, index) => make(Math.floor((index * wanted) / count)));
}

function piece({ colors, shapes }: Throw, rng: Rng): Piece {
  const shape = shapes[Math.floor(rng.next() * shapes.length)] ?? SHAPES[0];
  return {
    born_ms: 0,
    life_ms: Math.min(1_700 + rng.next() * 600, CELEBRATION_MS_MAX - LAST_BIRTH_MS),
    x: 0,
    y: 0,
    speed_x: 0,
    speed_y: 0,
    drag: 1.9 + rng.next() * 0.6,
    gravity: 820 + rng.next() * 260,
    sway: 6 + rng.next() * 12,
    size: 10 + rng.next() * 7,
    color: Math.floor(rng.next() * colors),
    shape,
    spin: (rng.next() < 0.5 ? -1 : 1) * (0.6 + rng.next() * 1.4),
    phase: rng.next(),
  };
}

/** A speed in a cone: `angle` and `spread` in degrees, 0 to the right, -90 up. */
function cone(rng: Rng, angle: number, spread: number, slow: number, fast: number): Pick<Piece, "speed_x" | "speed_y"> {
  const radians = ((angle + (rng.next() * 2 - 1) * spread) * Math.PI) / 180;
  // The root spreads them over the area, not along the ray.
  const speed = slow + (fast - slow) * Math.sqrt(rng.next());
  return { speed_x: Math.cos(radians) * speed, speed_y: Math.sin(radians) * speed };
}
