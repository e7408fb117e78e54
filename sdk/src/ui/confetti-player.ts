import { seededRng } from "@fanfare/contract/seeded-rng";
import { createPainter, type Pen, type Picture, paperStamps, type Stamp } from "./confetti-draw.ts";
import { THROWERS, type Throw, throwPieces } from "./confetti-physics.ts";
import { FLASH_GAP_MS } from "./limits.ts";

/** How a player ended a celebration by itself. */
export type PlayEnd = "played" | "stopped" | "unavailable";

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

export interface Frames {
  request(task: (now_ms: number) => void): number;
  cancel(handle: number): void;
}

interface Play {
  readonly picture: Picture;
  begun_ms: number | null;
  /** How long it has played. */
  age_ms: number;
  /** What would be thrown later than this is not. */
  until_ms: number;
}

/** Draws a frame whenever the screen takes one, while there is something to draw. `ended` hears of each end but `drop`. */
export function createPlayer(
  pen: Pen,
  scale: number,
  frames: Frames,
  ended: (id: number, how: PlayEnd) => void,
): Player {
  const painter = createPainter(pen, scale);
  const paper = paperStamps();
  const plays = new Map<number, Play>();
  const dropped = new Set<number>();
  let first_ms: number | null = null;
  let frame = 0;

  const prepare = async (what: Throw): Promise<Picture> => {
    const { preset, shapes, seed } = what;
    const known = THROWERS[preset];
    // Plain paper in a basic preset needs nothing more.
    const rare = known === undefined || shapes.some((shape) => typeof shape === "object" || shape === "flake");
    const more = rare ? await import("./confetti-more.ts") : undefined;
    const thrower = known ?? more?.MORE_THROWERS[preset] ?? THROWERS.burst;
    if (thrower === undefined) throw new Error(`There is no preset ${preset}.`);
    const stamps = shapes.map((shape): Stamp => {
      if (typeof shape === "string" && shape !== "flake") return paper[shape];
      return more?.stampOf(shape) ?? paper.star;
    });
    const upright = shapes.map((shape) => typeof shape === "object");
    const { colors } = what;
    // A little paler than their faces; where the browser cannot mix colours, like them.
    const backs = colors.map((color) => `color-mix(in srgb,${color} 68%,#fff)`);
    return { pieces: throwPieces(what, thrower, seededRng(seed)), colors, backs, stamps, upright };
  };

  /** Prepares and goes on, unless it was dropped meanwhile. What cannot be prepared is told. */
  const enter = (id: number, what: Throw, then: (picture: Picture) => void): void => {
    prepare(what)
      .then((picture) => {
        if (!dropped.has(id)) then(picture);
      })
      .catch(() => ended(id, "unavailable"));
  };

  const draw = (now_ms: number): void => {
    frame = 0;
    painter.clear();
    first_ms ??= now_ms;
    for (const [id, play] of plays) {
      // All begin on one beat, so that what flashes flashes together: at most three times in a second.
      play.begun_ms ??= first_ms + Math.ceil((now_ms - first_ms) / FLASH_GAP_MS) * FLASH_GAP_MS;
      play.age_ms = now_ms - play.begun_ms;
      if (painter.paint(play.picture, play.age_ms, play.until_ms)) continue;
      plays.delete(id);
      ended(id, play.until_ms === Number.POSITIVE_INFINITY ? "played" : "stopped");
    }
    run();
  };
  const run = (): void => {
    if (plays.size > 0 && frame === 0) frame = frames.request(draw);
  };

  return {
    add(id, what) {
      enter(id, what, (picture) => {
        plays.set(id, { picture, begun_ms: null, age_ms: 0, until_ms: Number.POSITIVE_INFINITY });
        run();
      });
    },
    still(id, what, time_ms) {
      enter(id, what, (picture) => painter.paint(picture, time_ms, time_ms));
    },
    stop(id) {
      const play = plays.get(id);
      // Before its first frame nothing has been thrown.
      if (play !== undefined) play.until_ms = play.begun_ms === null ? -1 : play.age_ms;
      else if (!dropped.has(id)) {
        dropped.add(id);
        ended(id, "stopped");
      }
    },
    drop(id) {
      dropped.add(id);
      if (!plays.delete(id) || plays.size > 0) return;
      frames.cancel(frame);
      frame = 0;
      painter.clear();
    },
    move(id, by_x, by_y) {
      const play = plays.get(id);
      for (const piece of play?.picture.pieces ?? []) {
        if (play === undefined || piece.born_ms <= play.age_ms) continue;
        piece.x += by_x;
        piece.y += by_y;
      }
    },
  };
}
