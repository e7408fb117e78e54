import { describe, expect, test } from "bun:test";
import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import { CELEBRATION_MS } from "../limits.ts";
import { SHAPES } from "../types.ts";
import { PIECE_COUNTS } from "./confetti-look.ts";
import { moreGenerators } from "./confetti-more.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import { burst, createPieces, type Piece, type Pose, poseAt, TOOLS } from "./confetti-physics.ts";

const screen = { width: 1_280, height: 720 };
const what = (preset: ConfettiParams["preset"], seed: number, more: Partial<ConfettiParams> = {}): ConfettiParams => ({
  preset,
  seed,
  screen,
  origin: null,
  colors: ["red", "green", "blue", "gold", "black", "white"],
  shapes: SHAPES,
  pieces: PIECE_COUNTS[preset],
  pieces_wanted: PIECE_COUNTS[preset],
  duration_ms: CELEBRATION_MS,
  ...more,
});
function thrown(preset: ConfettiParams["preset"], seed: number, more: Partial<ConfettiParams> = {}): readonly Piece[] {
  const thrower = moreGenerators(TOOLS)[preset] ?? burst;
  return createPieces(what(preset, seed, more), thrower, seededNumbers(seed));
}
const pose = (): Pose => ({ x: 0, y: 0, turn: 0, flip: 0, opacity: 0 });

function frame(preset: ConfettiParams["preset"], seed: number, time_ms: number): string {
  const at = pose();
  const drawn = thrown(preset, seed).map((piece) => (poseAt(piece, time_ms, at) ? { ...at } : null));
  return JSON.stringify(drawn);
}

describe.each([...CELEBRATION_PRESETS])("%s", (preset) => {
  test("gives the same frames for the same seed, and others for another", () => {
    for (const time_ms of [0, 16, 333, 1_000, 2_500]) {
      expect(frame(preset, 7, time_ms)).toBe(frame(preset, 7, time_ms));
    }
    expect(frame(preset, 7, 1_000)).not.toBe(frame(preset, 8, 1_000));
  });

  test("ends within 5 seconds with visible pieces on the way", () => {
    const pieces = thrown(preset, 3);
    expect(Math.max(...pieces.map(({ born_ms, life_ms }) => born_ms + life_ms))).toBeLessThanOrEqual(CELEBRATION_MS);
    const at = pose();
    const seen = pieces.filter(
      (piece) => poseAt(piece, 800, at) && at.x > 0 && at.x < screen.width && at.y > 0 && at.y < screen.height,
    );
    expect(seen.length).toBeGreaterThan(20);
    expect(pieces.some((piece) => poseAt(piece, CELEBRATION_MS, at))).toBe(false);
  });

  test("stays within the budget of pieces, from 0 up", () => {
    for (const pieces of [0, 1, 37, 150]) expect(thrown(preset, 1, { pieces })).toHaveLength(pieces);
  });

  test("flashes at most 3 times in any second", () => {
    const births = thrown(preset, 5)
      .map(({ born_ms }) => born_ms)
      .sort((a, b) => a - b);
    // Pieces emitted within 100 ms of each other count as one flash; rain is a single continuous one.
    const flashes = births.filter((born_ms, index) => index === 0 || born_ms - (births[index - 1] ?? 0) > 100);
    for (const start of flashes) {
      expect(flashes.filter((each) => each >= start && each < start + 1_000).length).toBeLessThanOrEqual(3);
    }
  });
});

test("starts a piece at its origin, slows down in the air, and falls steadily", () => {
  const [piece] = thrown("burst", 2, { origin: { x: 100, y: 200 } });
  if (piece === undefined) throw new Error("A burst has pieces.");
  const at = pose();
  expect(poseAt(piece, 0, at)).toBe(true);
  expect([at.x, at.y]).toEqual([100, 200]);
  const long = { ...piece, life_ms: 60_000, sway: 0 };
  poseAt(long, 20_000, at);
  const before = at.y;
  poseAt(long, 21_000, at);
  expect(at.y - before).toBeCloseTo(piece.gravity / piece.air_drag, 3);
});

test("draws a piece only during its life and fades at the end", () => {
  const [piece] = thrown("rain", 2);
  if (piece === undefined) throw new Error("The rain has pieces.");
  const at = pose();
  expect(poseAt(piece, piece.born_ms - 1, at)).toBe(false);
  expect(poseAt(piece, piece.born_ms + piece.life_ms, at)).toBe(false);
  poseAt(piece, piece.born_ms + piece.life_ms - 35, at);
  expect(at.opacity).toBeCloseTo(0.1, 5);
});
