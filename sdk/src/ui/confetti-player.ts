import { seededNumbers } from "@fanfare/contract/seeded-rng";
import { createPainter, type Pen, type Picture, paperStamps, type Stamp } from "./confetti-draw.ts";
import { burst, TOOLS, throwPieces } from "./confetti-physics.ts";
import type { Throw } from "./confetti-throw.ts";
import { FLASH_GAP_MS } from "./limits.ts";

/** What a player tells of a celebration: that something of it is on the canvas, and how it ended by itself. */
export type PlayNews = "begun" | "played" | "stopped" | "unavailable";

/** Plays celebrations on one canvas, in a worker or in the page. Each has a number that its user gives it. */
export interface Player {
  add(id: number, what: Throw): void;
  /** One frame of it, for good. */
  still(id: number, what: Throw, time_ms: number): void;
  /** Nothing new is thrown. */
  stop(id: number): void;
  drop(id: number): void;
  /** Its origin moved: what is not thrown yet comes from there. */
  move(id: number, by_x: number, by_y: number): void;
}

/** A window, or the scope of a worker. */
export type Frames = Pick<Window, "requestAnimationFrame" | "cancelAnimationFrame">;

interface Play {
  /** Null while it is prepared. */
  picture: Picture | null;
  begun_ms: number | null;
  /** How long it has played; below zero until it does. */
  age_ms: number;
  /** What would be thrown later than this is not. */
  until_ms: number;
}

/** Draws a frame whenever the screen takes one, while there is something to draw. `tell` hears of each end but `drop`. */
export function createPlayer(
  pen: Pen,
  scale: number,
  frames: Frames,
  tell: (id: number, news: PlayNews) => void,
): Player {
  const painter = createPainter(pen, scale);
  const paper = paperStamps();
  const plays = new Map<number, Play>();
  let first_ms: number | null = null;
  let frame = 0;

  const prepare = async (what: Throw): Promise<Picture> => {
    const { preset, shapes, seed } = what;
    // What no paper is cut to is looked up in vain.
    const cut = shapes.map((shape): Stamp | undefined => paper[shape as keyof typeof paper]);
    // A burst of plain paper needs nothing more.
    const more = preset !== "burst" || cut.includes(undefined) ? await import("./confetti-more.ts") : undefined;
    const thrower = more?.moreThrowers(TOOLS)[preset] ?? burst;
    const stamps = shapes.map((shape, index) => cut[index] ?? more?.stampOf(shape) ?? paper.star);
    const { colors } = what;
    // A little paler than their faces; where the browser cannot mix colours, like them.
    const backs = colors.map((color) => `color-mix(in srgb,${color} 68%,#fff)`);
    return { pieces: throwPieces(what, thrower, seededNumbers(seed)), colors, backs, stamps };
  };

  /** Prepares and goes on. What cannot be prepared is told. */
  const enter = (id: number, what: Throw, then: (picture: Picture) => void): void => {
    prepare(what)
      .then(then)
      .catch(() => tell(id, "unavailable"));
  };

  const draw = (now_ms: number): void => {
    frame = 0;
    painter.clear();
    first_ms ??= now_ms;
    for (const [id, play] of plays) {
      if (play.picture === null) continue;
      // All begin on one beat, so that what flashes flashes together: at most three times in a second.
      play.begun_ms ??= first_ms + Math.ceil((now_ms - first_ms) / FLASH_GAP_MS) * FLASH_GAP_MS;
      const was_due = play.age_ms < 0;
      play.age_ms = now_ms - play.begun_ms;
      if (was_due && play.age_ms >= 0) tell(id, "begun");
      if (painter.paint(play.picture, play.age_ms, play.until_ms)) continue;
      plays.delete(id);
      tell(id, play.until_ms === Number.POSITIVE_INFINITY ? "played" : "stopped");
    }
    run();
  };
  const run = (): void => {
    if (plays.size > 0 && frame === 0) frame = frames.requestAnimationFrame(draw);
  };

  return {
    add(id, what) {
      const play: Play = { picture: null, begun_ms: null, age_ms: -1, until_ms: Number.POSITIVE_INFINITY };
      plays.set(id, play);
      enter(id, what, (picture) => {
        play.picture = picture;
        run();
      });
    },
    still(id, what, time_ms) {
      enter(id, what, (picture) => {
        painter.paint(picture, time_ms, time_ms);
        tell(id, "begun");
      });
    },
    stop(id) {
      const play = plays.get(id);
      // Before its first frame nothing has been thrown.
      if (play) play.until_ms = play.age_ms;
      else tell(id, "stopped");
    },
    drop(id) {
      if (!plays.delete(id) || plays.size > 0) return;
      frames.cancelAnimationFrame(frame);
      frame = 0;
      painter.clear();
    },
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
