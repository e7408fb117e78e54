import { describe, expect, test } from "bun:test";
import { CELEBRATION_PRESETS } from "@fanfare/contract/celebration";
import { seededNumbers } from "@fanfare/contract/seeded-rng";
import { flightOf, placeAt } from "./confetti-flight.ts";
import { sharpness } from "./confetti-in-worker.ts";
import { PIECES } from "./confetti-look.ts";
import { moreThrowers } from "./confetti-more.ts";
import { burst, type Piece, TOOLS, throwPieces } from "./confetti-physics.ts";
import type { Throw } from "./confetti-throw.ts";
import { CELEBRATION_MS } from "./limits.ts";
import { SHAPES } from "./types.ts";

function thrown(preset: Throw["preset"], seed: number): readonly Piece[] {
  const what: Throw = {
    ...{ preset, seed, screen: { width: 1_280, height: 720 }, origin: null, colors: ["red", "gold"], shapes: SHAPES },
    ...{ pieces: PIECES[preset], pieces_wanted: PIECES[preset], duration_ms: CELEBRATION_MS },
  };
  return throwPieces(what, moreThrowers(TOOLS)[preset] ?? burst, seededNumbers(seed));
}

describe.each([...CELEBRATION_PRESETS])("%s", (preset) => {
  test("flies the same way for the same seed, and another for another seed", () => {
    const hash = (seed: number) =>
      Bun.hash(JSON.stringify(thrown(preset, seed).map((piece) => flightOf(piece, false, CELEBRATION_MS))));
    expect(hash(7)).toBe(hash(7));
    expect(hash(7)).not.toBe(hash(8));
  });

  test("tells the browser places in the order of their time, the last one out of sight", () => {
    for (const piece of thrown(preset, 3)) {
      const places = flightOf(piece, false, CELEBRATION_MS - piece.born_ms);
      const offsets = places.map(({ offset }) => offset ?? Number.NaN);
      expect(offsets).toEqual([...offsets].sort((left, right) => left - right));
      expect([offsets[0], offsets.at(-1), places.at(-1)?.["opacity"]]).toEqual([0, 1, 0]);
    }
  });
});

test("a piece that is not there is out of sight", () => {
  const [piece] = thrown("rain", 2);
  if (piece === undefined) throw new Error("The rain has pieces.");
  expect(placeAt(piece, false, piece.born_ms - 1).opacity).toBe(0);
  expect(placeAt(piece, false, piece.born_ms + piece.life_ms).opacity).toBe(0);
});

test("a worker paints as sharply as the screen is dense, within a budget of pixels", () => {
  expect(sharpness(800, 600, 2)).toBe(2);
  expect(sharpness(800, 600, 3)).toBe(2);
  expect(sharpness(2_560, 1_440, 2)).toBeCloseTo(0.75, 2);
  expect(sharpness(9_000, 9_000, 2)).toBe(0.5);
});
