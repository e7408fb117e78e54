import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import { FLASH_GAP_MS } from "../limits.ts";
import { type Context2D, type DrawShape, type Picture, paint, paperShapes } from "./confetti-draw.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import { burst, createPieces, TOOLS } from "./confetti-physics.ts";

/** Playback events: the first frame was drawn, or why it ended on its own. */
export type PlaybackEvent = "begun" | "played" | "stopped" | "unavailable";

/** Plays celebrations on one canvas, in a worker or on the page. The caller assigns the IDs. */
export interface Player {
  add(id: number, what: ConfettiParams): void;
  /** Emits no new pieces. */
  stop(id: number): void;
  drop(id: number): void;
  /** The origin moved: pieces not yet emitted move with it. */
  move(id: number, by_x: number, by_y: number): void;
}

export type Frames = Pick<Window, "requestAnimationFrame">;

interface Playback {
  /** Undefined while it's being prepared. */
  picture?: Picture;
  begun_ms?: number;
  /** Playback time; negative before it starts. */
  age_ms: number;
  /** Pieces due after this time aren't emitted. */
  until_ms: number;
}

export async function createPicture(what: ConfettiParams): Promise<Picture> {
  const { preset, shapes, seed, colors } = what;
  const paper = paperShapes();
  // Shapes that aren't paper yield undefined.
  const cut = shapes.map((shape): DrawShape | undefined => paper[shape as keyof typeof paper]);
  // A burst of paper shapes needs no other chunk.
  const more = preset !== "burst" || cut.includes(undefined) ? await import("./confetti-more.ts") : undefined;
  const thrower = more?.moreGenerators(TOOLS)[preset] ?? burst;
  return {
    pieces: createPieces(what, thrower, seededNumbers(seed)),
    colors,
    // Slightly paler than the front. Browsers without color-mix ignore it and keep the front color.
    backs: colors.map((color) => `color-mix(in srgb,${color} 68%,#fff)`),
    stamps: shapes.map((shape, index) => cut[index] ?? more?.shapeDrawer(shape) ?? paper.star),
  };
}

/** Draws on each animation frame while there is something to draw. `tell` reports every end except by `drop`. */
export function createPlayer(
  context: Context2D,
  scale: number,
  frames: Frames,
  onPlayback: (id: number, news: PlaybackEvent) => void,
): Player {
  const plays = new Map<number, Playback>();
  let first_ms: number | undefined;
  let is_scheduled = false;

  const draw = (now_ms: number): void => {
    is_scheduled = false;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    first_ms ??= now_ms;
    for (const [id, play] of plays) {
      if (!play.picture) continue;
      // Starts are aligned to a common beat, so that flashes coincide: at most three per second.
      play.begun_ms ??= first_ms + Math.ceil((now_ms - first_ms) / FLASH_GAP_MS) * FLASH_GAP_MS;
      const was_due = play.age_ms < 0;
      play.age_ms = now_ms - play.begun_ms;
      if (was_due && play.age_ms >= 0) onPlayback(id, "begun");
      if (paint(context, scale, play.picture, play.age_ms, play.until_ms)) continue;
      plays.delete(id);
      onPlayback(id, play.until_ms === Infinity ? "played" : "stopped");
    }
    run();
  };
  const run = (): void => {
    if (is_scheduled || plays.size === 0) return;
    is_scheduled = true;
    frames.requestAnimationFrame(draw);
  };

  return {
    async add(id, what) {
      const play: Playback = { age_ms: -1, until_ms: Infinity };
      plays.set(id, play);
      try {
        play.picture = await createPicture(what);
        run();
      } catch {
        onPlayback(id, "unavailable");
      }
    },
    stop(id) {
      const play = plays.get(id);
      // Nothing was emitted before the first frame.
      if (play) play.until_ms = play.age_ms;
      else onPlayback(id, "stopped");
    },
    drop: (id) => void plays.delete(id),
    move(id, by_x, by_y) {
      const play = plays.get(id);
      for (const piece of play?.picture?.pieces ?? []) {
        if (piece.born_ms <= (play?.age_ms ?? 0)) continue;
        piece.x += by_x;
        piece.y += by_y;
      }
    },
  };
}
