import { beforeAll, describe, expect, test } from "bun:test";
import { CELEBRATION_PRESETS, type CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { CELEBRATION_MS, FLASH_GAP_MS } from "../limits.ts";
import type { CelebrationOptions } from "../types.ts";
import { DEFAULT_SHAPES, PIECE_COUNTS } from "./confetti-look.ts";
import { resolveShapes } from "./confetti-options.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import { type Piece, type Pose, poseAt } from "./confetti-physics.ts";
import { createPicture } from "./confetti-player.ts";

beforeAll(() => {
  // Without a canvas, Path2D and text rendering are missing.
  globalThis.Path2D ??= class {
    addPath(): void {}
    moveTo(): void {}
    lineTo(): void {}
  } as unknown as typeof Path2D;
});

const screen = { width: 1_280, height: 720 };

async function thrown(
  preset: CelebrationPreset,
  seed: number,
  more: Partial<ConfettiParams> = {},
): Promise<readonly Piece[]> {
  const many = PIECE_COUNTS[preset];
  const { pieces } = await createPicture({
    ...{ preset, seed, screen, origin: null, colors: ["red", "gold", "blue"], shapes: DEFAULT_SHAPES },
    ...{ pieces: many, pieces_wanted: many, duration_ms: CELEBRATION_MS },
    ...more,
  });
  return pieces;
}

function hashOf(pieces: readonly Piece[]): string {
  const pose: Pose = { x: 0, y: 0, turn: 0, flip: 0, opacity: 0 };
  const drawn = [400, 1_000, 1_700].map((time_ms) =>
    pieces.map((piece) => (poseAt(piece, time_ms, pose) ? [piece.shape, ...Object.values(pose)] : null)),
  );
  return Bun.hash(JSON.stringify(drawn)).toString(16);
}

const distinct = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b);
const share = (pieces: readonly Piece[], holds: (piece: Piece) => boolean): number =>
  pieces.filter(holds).length / pieces.length;
const xs = (pieces: readonly Piece[]): readonly number[] => distinct(pieces.map(({ x }) => x));
const births = (pieces: readonly Piece[]): readonly number[] => distinct(pieces.map(({ born_ms }) => born_ms));
const inwards = ({ x, speed_x }: Piece): boolean => (x < screen.width / 2 ? speed_x > 0 : speed_x < 0);

/** Distinguishing behavior of each preset: start positions, times, and directions. */
const TELLS: Readonly<Record<CelebrationPreset, (pieces: readonly Piece[]) => boolean>> = {
  // All at the same time from the middle, mostly upward, to both sides.
  burst: (pieces) =>
    xs(pieces).join() === "640" &&
    births(pieces).join() === "0" &&
    share(pieces, ({ speed_y }) => speed_y < 0) > 0.8 &&
    Math.abs(share(pieces, ({ speed_x }) => speed_x < 0) - 0.5) < 0.2,
  // From beyond both edges, inward, in three volleys.
  cannons: (pieces) =>
    xs(pieces).join() === "-10,1290" &&
    pieces.every(inwards) &&
    new Set(pieces.map(({ born_ms }) => Math.floor(born_ms / FLASH_GAP_MS))).size === 3,
  // Each rocket at its own place and time, in all directions.
  fireworks: (pieces) =>
    births(pieces).length === 5 &&
    xs(pieces).length === 5 &&
    pieces.every(({ y }) => y > 0 && y < screen.height / 2) &&
    Math.abs(share(pieces, ({ speed_y }) => speed_y < 0) - 0.5) < 0.1,
  // From above the entire upper edge, downward, over more than two seconds.
  rain: (pieces) =>
    pieces.every(({ y, speed_y }) => y < 0 && speed_y > 200) &&
    (xs(pieces).at(-1) ?? 0) - (xs(pieces)[0] ?? 0) > screen.width * 0.9 &&
    (births(pieces).at(-1) ?? 0) > 2_000,
  // Already on screen everywhere, slow, facing forward.
  snow: (pieces) =>
    pieces.every(
      ({ gravity, air_drag, spin_rate, appear_ms }) =>
        gravity / air_drag <= 210 && Math.abs(spin_rate) <= 0.025 && appear_ms > 0,
    ) &&
    share(pieces, ({ y }) => y > screen.height / 2) > 0.1 &&
    share(pieces, ({ x }) => x < screen.width / 2) > 0.3,
  // From the middle, equally up and down, floating, in small and large sizes.
  stars: (pieces) =>
    xs(pieces).join() === "640" &&
    pieces.every(({ gravity }) => gravity < 200) &&
    Math.abs(share(pieces, ({ speed_y }) => speed_y < 0) - 0.5) < 0.2 &&
    pieces.some(({ size }) => size > 25),
  // Few, large, rising from the lower middle.
  emoji: (pieces) =>
    pieces.every(({ size, y, speed_y }) => size >= 30 && y > screen.height * 0.7 && speed_y < 0) &&
    (xs(pieces)[0] ?? 0) > screen.width * 0.3 &&
    (xs(pieces).at(-1) ?? 0) < screen.width * 0.7,
  // From beyond both edges, inward, one after another.
  school: (pieces) =>
    xs(pieces).join() === "-12,1292" &&
    pieces.every(inwards) &&
    births(pieces).length === pieces.length &&
    (births(pieces).at(-1) ?? 0) > 2_000,
};

describe.each([...CELEBRATION_PRESETS])("%s", (preset) => {
  test("differs from every other preset with any seed", async () => {
    for (const seed of [1, 2, 3]) {
      const pieces = await thrown(preset, seed);
      const matching = CELEBRATION_PRESETS.filter((each) => TELLS[each](pieces));
      expect([seed, matching]).toEqual([seed, [preset]]);
    }
  });

  test("starts around an origin if given", async () => {
    const origin = { x: 300, y: 250 };
    const pieces = await thrown(preset, 4, { origin });
    const mean = (of: (piece: Piece) => number): number =>
      pieces.reduce((sum, each) => sum + of(each), 0) / pieces.length;
    expect(Math.abs(mean(({ x }) => x) - origin.x)).toBeLessThan(80);
    expect(pieces.every(({ x }) => Math.abs(x - origin.x) <= 130)).toBe(true);
    // Snow starts on screen, so also below its origin.
    const [above, below] = preset === "snow" ? [-110, 620] : [-110, 110];
    expect(pieces.every(({ y }) => y - origin.y >= above && y - origin.y <= below)).toBe(true);
  });

  test("ends within the given duration", async () => {
    for (const duration_ms of [1_000, 3_000, 10_000]) {
      const pieces = await thrown(preset, 5, { duration_ms });
      const end_ms = Math.max(...pieces.map(({ born_ms, life_ms }) => born_ms + life_ms));
      expect(end_ms).toBeLessThanOrEqual(duration_ms);
    }
  });
});

test("has a stable, unique frame hash per preset and seed", async () => {
  const hashes = async () =>
    (await Promise.all([1, 2].flatMap((seed) => CELEBRATION_PRESETS.map((preset) => thrown(preset, seed))))).map(
      hashOf,
    );
  const first = await hashes();
  expect(new Set(first).size).toBe(2 * CELEBRATION_PRESETS.length);
  expect(await hashes()).toEqual(first);
});

test("gives presets with a meaning their own shapes and the others mixed paper", () => {
  const of = (preset: CelebrationPreset) => resolveShapes({ preset } as CelebrationOptions);
  const texts = (of("emoji") ?? []).map((shape) => (typeof shape === "object" && "text" in shape ? shape.text : ""));
  expect(texts).toEqual(["🎉", "🥳", "🎊", "✨", "👏"]);
  expect([of("snow"), of("stars"), of("fireworks")]).toEqual([
    ["circle", "flake"],
    ["star"],
    ["circle", "circle", "star", "ribbon"],
  ]);
  for (const preset of ["burst", "cannons", "rain", "school"] as const)
    expect([preset, of(preset)]).toEqual([preset, undefined]);
});
