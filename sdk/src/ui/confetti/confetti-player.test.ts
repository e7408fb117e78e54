import { beforeAll, describe, expect, test } from "bun:test";
import { CELEBRATION_PRESETS } from "@fanfare/contract/content/celebration-preset";
import { flushPromises } from "../../../test/support/fixtures.ts";
import { CELEBRATION_MS, FLASH_GAP_MS } from "../limits.ts";
import { SHAPES } from "../types.ts";
import type { Context2D } from "./confetti-draw.ts";
import { PIECE_COUNTS } from "./confetti-look.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import { createPlayer, type PlaybackEvent } from "./confetti-player.ts";
// Preload the lazy module, so that it's ready within a test's promise turns.
import "./confetti-more.ts";

beforeAll(() => {
  // Without a canvas, Path2D is missing; fills are recorded by position only.
  globalThis.Path2D ??= class {
    addPath(): void {}
    moveTo(): void {}
    lineTo(): void {}
  } as unknown as typeof Path2D;
});

function recordingPen() {
  let drawn: string[] = [];
  const note =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void drawn.push(`${name} ${args.join(" ")}`);
  const context = {
    canvas: { width: 1_280, height: 720 },
    ...{ fillStyle: "", globalAlpha: 1, strokeStyle: "", lineWidth: 1, lineCap: "" },
    ...{ beginPath() {}, arc() {}, stroke: note("stroke"), fill: note("fill"), fillRect: note("rect") },
    setTransform: note("at"),
    clearRect: () => {
      drawn = [];
    },
  };
  // The painter calls no other members.
  return {
    pen: context as unknown as Context2D,
    frame: () => Bun.hash(`${context.fillStyle} ${drawn.join()}`),
    drawn: () => drawn,
  };
}

function setUp() {
  const paper = recordingPen();
  const events: string[] = [];
  let task: ((now_ms: number) => void) | undefined;
  const frames = {
    requestAnimationFrame(next: (now_ms: number) => void) {
      task = next;
      return 1;
    },
  };
  const player = createPlayer(paper.pen, 1, frames, (id: number, news: PlaybackEvent) => events.push(`${id} ${news}`));
  return {
    ...paper,
    events,
    ends: () => events.filter((each) => !each.endsWith("begun")),
    player,
    waiting: () => task !== undefined,
    draw(now_ms: number) {
      const due = task;
      task = undefined;
      due?.(now_ms);
    },
  };
}

const what = (preset: ConfettiParams["preset"], seed: number, more: Partial<ConfettiParams> = {}): ConfettiParams => ({
  ...{ preset, seed, screen: { width: 1_280, height: 720 }, origin: null, colors: ["red", "gold"] },
  ...{ shapes: [...SHAPES, "flake" as const], pieces: PIECE_COUNTS[preset], pieces_wanted: PIECE_COUNTS[preset] },
  duration_ms: CELEBRATION_MS,
  ...more,
});

async function hashAt700(preset: ConfettiParams["preset"], seed: number, rate: number): Promise<number | bigint> {
  const { player, draw, frame } = setUp();
  player.add(1, what(preset, seed));
  await flushPromises();
  for (let now_ms = 0; now_ms < 700; now_ms += 1_000 / rate) draw(now_ms);
  draw(700);
  return frame();
}

describe.each([...CELEBRATION_PRESETS])("%s", (preset) => {
  test("paints the same frame for the same seed at any frame rate", async () => {
    const hash = await hashAt700(preset, 7, 60);
    expect(await hashAt700(preset, 7, 60)).toBe(hash);
    expect(await hashAt700(preset, 7, 24)).toBe(hash);
    expect(await hashAt700(preset, 8, 60)).not.toBe(hash);
  });
});

describe("confetti player", () => {
  test("requests no frame after the end and reports how each celebration ended", async () => {
    const { player, draw, ends, waiting } = setUp();
    expect(waiting()).toBe(false);
    player.add(1, what("burst", 1));
    await flushPromises();
    draw(0);
    expect(waiting()).toBe(true);
    draw(CELEBRATION_MS);
    expect(ends()).toEqual(["1 played"]);
    expect(waiting()).toBe(false);
  });

  test("reports the first painted frame of each celebration once", async () => {
    const { player, draw, events } = setUp();
    player.add(1, what("burst", 1));
    await flushPromises();
    expect(events).toEqual([]);
    for (const now_ms of [0, 20]) draw(now_ms);
    player.add(2, what("burst", 1));
    await flushPromises();
    // Its start waits for the next beat.
    draw(FLASH_GAP_MS - 1);
    expect(events).toEqual(["1 begun"]);
    draw(FLASH_GAP_MS);
    draw(FLASH_GAP_MS + 20);
    expect(events).toEqual(["1 begun", "2 begun"]);
  });

  test("aligns later celebrations with the first, so that all flashes coincide", async () => {
    const { player, draw, drawn } = setUp();
    player.add(1, what("burst", 1, { pieces: 1 }));
    await flushPromises();
    draw(0);
    player.add(2, what("burst", 2, { pieces: 40 }));
    await flushPromises();
    draw(100);
    expect(drawn().length).toBeLessThan(10);
    draw(FLASH_GAP_MS);
    draw(FLASH_GAP_MS + 20);
    expect(drawn().length).toBeGreaterThan(40);
  });

  test("launches nothing after a stop and lets airborne pieces fall", async () => {
    const { player, draw, drawn, ends } = setUp();
    player.add(1, what("rain", 1));
    // One that was never added, and one that is still being prepared.
    player.stop(2);
    player.add(3, what("burst", 1));
    player.stop(3);
    expect(ends()).toEqual(["2 stopped"]);
    await flushPromises();
    draw(0);
    expect(ends()).toEqual(["2 stopped", "3 stopped"]);
    draw(500);
    const flying = drawn().length;
    player.stop(1);
    draw(1_000);
    expect(drawn().length).toBeLessThanOrEqual(flying);
    expect(drawn().length).toBeGreaterThan(0);
    draw(4_000);
    expect(ends()).toEqual(["2 stopped", "3 stopped", "1 stopped"]);
  });

  test("moves only pieces that aren't launched yet with the origin", async () => {
    const still = setUp();
    const moved = setUp();
    for (const { player } of [still, moved]) player.add(1, what("cannons", 3, { origin: { x: 100, y: 100 } }));
    await flushPromises();
    // The first volley is in the air; the second isn't emitted yet.
    for (const { draw } of [still, moved]) for (const now_ms of [0, 100]) draw(now_ms);
    moved.player.move(1, 500, 0);
    for (const { draw } of [still, moved]) draw(200);
    expect(moved.frame()).toBe(still.frame());
    for (const { draw } of [still, moved]) draw(600);
    expect(moved.frame()).not.toBe(still.frame());
  });

  test("drops a celebration with the next frame without reporting an end", async () => {
    const { player, draw, drawn, ends, waiting } = setUp();
    player.add(1, what("rain", 1));
    await flushPromises();
    draw(0);
    player.drop(1);
    draw(16);
    expect([drawn().length, ends().length, waiting()]).toEqual([0, 0, false]);
  });
});
