import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import { FLASH_GAP_MS } from "../limits.ts";
import { type Context2D, type DrawShape, type Picture, paint, paperShapes } from "./confetti-draw.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import { burst, createPieces, TOOLS } from "./confetti-physics.ts";

/** What a player tells of a celebration: that something of it is on the canvas, and how it ended by itself. */
export type PlaybackEvent = "begun" | "played" | "stopped" | "unavailable";

/** Plays celebrations on one canvas, in a worker or in the page. Each has a number that its user gives it. */
export interface Player {
  add(id: number, what: ConfettiParams): void;
  /** Nothing new is thrown. */
  stop(id: number): void;
  drop(id: number): void;
  /** Its origin moved: what is not thrown yet comes from there. */
  move(id: number, by_x: number, by_y: number): void;
}

/** A window, or the scope of a worker. */
export type Frames = Pick<Window, "requestAnimationFrame">;

interface Playback {
  /** Absent while it is prepared. */
  picture?: Picture;
  begun_ms?: number;
  /** How long it has played; below zero until it does. */
  age_ms: number;
  /** What would be thrown later than this is not. */
  until_ms: number;
}

/** What is drawn of it at any time. */
export async function createPicture(what: ConfettiParams): Promise<Picture> {
  const { preset, shapes, seed, colors } = what;
  const paper = paperShapes();
  // What no paper is cut to is looked up in vain.
  const cut = shapes.map((shape): DrawShape | undefined => paper[shape as keyof typeof paper]);
  // A burst of plain paper needs nothing more.
  const more = preset !== "burst" || cut.includes(undefined) ? await import("./confetti-more.ts") : undefined;
  const thrower = more?.moreGenerators(TOOLS)[preset] ?? burst;
  return {
    pieces: createPieces(what, thrower, seededNumbers(seed)),
    colors,
    // A little paler than their faces; where the browser cannot mix colours, like them.
    backs: colors.map((color) => `color-mix(in srgb,${color} 68%,#fff)`),
    stamps: shapes.map((shape, index) => cut[index] ?? more?.shapeDrawer(shape) ?? paper.star),
  };
}

/** Draws a frame whenever the screen takes one, while there is something to draw. `tell` hears of each end but `drop`. */
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
      // All begin on one beat, so that what flashes flashes together: at most three times in a second.
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
      // Before its first frame nothing has been thrown.
      if (play) play.until_ms = play.age_ms;
      else onPlayback(id, "stopped");
    },
    // The frame that was asked for comes without it.
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
