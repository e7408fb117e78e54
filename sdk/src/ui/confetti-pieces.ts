import { seededNumbers } from "@fanfare/contract/seeded-rng";
import { flightOf, placeAt } from "./confetti-flight.ts";
import { type Cut, type Made, PAPER } from "./confetti-paper.ts";
import { burst, TOOLS, throwPieces } from "./confetti-physics.ts";
import type { Player, PlayNews } from "./confetti-player.ts";
import type { Throw } from "./confetti-throw.ts";
import { FLASH_GAP_MS } from "./limits.ts";
import type { Page } from "./types.ts";

/** A celebration on the stage. */
export interface OnStage {
  all: readonly Made[];
  /** When its first piece is thrown, by the clock. */
  begun_ms: number;
  /** Calls off what it waits for. */
  wait(): void;
  /** How far its origin has moved. */
  moved?: { readonly x: number; readonly y: number };
}

/**
 * Plays celebrations in the page with no canvas and no frames of its own. Each piece is an element whose whole flight is
 * told to the browser at once, which moves it beside the page's thread: a page that is busy does not hold it up.
 */
export function createPieces(
  { document, window, clock }: Page,
  stage: HTMLElement,
  tell: (id: number, news: PlayNews) => void,
): Player {
  const plays = new Map<number, OnStage>();
  let first_ms: number | undefined;

  /** Does something that takes time for one that is wanted then, too. What fails is told. */
  const attempt = async <Found>(
    id: number,
    find: Promise<Found> | Found,
    then: (found: Found, play: OnStage) => void,
  ): Promise<void> => {
    const play = plays.get(id);
    try {
      const found = await find;
      if (play && plays.get(id) === play) then(found, play);
    } catch {
      tell(id, "unavailable");
    }
  };
  const enter = (id: number, what: Throw, then: (play: OnStage) => void): void => {
    plays.set(id, { all: [], begun_ms: Number.POSITIVE_INFINITY, wait() {} });
    void attempt(id, make(document, what), (all, play) => {
      play.all = all;
      stage.append(...all.map(({ made }) => made));
      then(play);
    });
  };
  /** What happens to one on its way is rare, and loaded when it does. */
  const change = (id: number, then: (it: typeof import("./confetti-change.ts"), play: OnStage) => void): void =>
    void attempt(id, import("./confetti-change.ts"), then);
  const drop = (id: number): void => {
    const play = plays.get(id);
    plays.delete(id);
    play?.wait();
    for (const { made } of play?.all ?? []) made.remove();
  };
  /** Says, when the last of them is down, that it ended. */
  const endAt = (id: number, play: OnStage, news: PlayNews): void => {
    play.wait = clock.after(play.begun_ms + endOf(play.all) - clock.now(), () => {
      drop(id);
      tell(id, news);
    });
  };
  const begin = (id: number): void =>
    void attempt(id, clock.now(), (now_ms, play) => {
      const end_ms = endOf(play.all);
      for (const { made, piece, upright } of play.all) {
        // They all end at once: each end costs the page a frame.
        const duration = end_ms - piece.born_ms;
        made.animate(flightOf(piece, upright, duration), { delay: piece.born_ms, duration });
      }
      play.begun_ms = now_ms;
      tell(id, "begun");
      endAt(id, play, "played");
    });

  return {
    add(id, what) {
      enter(id, what, (play) => {
        // One frame is asked for: a window that draws none plays nothing.
        const frame = window.requestAnimationFrame(() => {
          first_ms ??= clock.now();
          // All begin on one beat, so that what flashes flashes together: at most three times in a second.
          const beat_ms = (first_ms - clock.now()) % FLASH_GAP_MS;
          play.wait = clock.after((beat_ms + FLASH_GAP_MS) % FLASH_GAP_MS, () => begin(id));
        });
        play.wait = () => window.cancelAnimationFrame(frame);
      });
    },
    still(id, what, time_ms) {
      enter(id, what, () =>
        change(id, ({ place }, { all }) => {
          place(all, placeAt, time_ms);
          tell(id, "begun");
        }),
      );
    },
    stop(id) {
      if (!plays.has(id)) return tell(id, "stopped");
      change(id, ({ callOff }, play) => {
        callOff(play, clock.now());
        endAt(id, play, "stopped");
      });
    },
    drop,
    move: (id, by_x, by_y) => change(id, ({ move }, play) => move(play, clock.now(), by_x, by_y)),
  };
}

async function make(document: Document, what: Throw): Promise<readonly Made[]> {
  const { preset, shapes, seed, colors } = what;
  const paper = shapes.map((shape): Cut | undefined => PAPER[shape as keyof typeof PAPER]);
  // A burst of plain paper needs nothing more.
  const odd = paper.includes(undefined);
  const more = odd || preset !== "burst" ? await import("./confetti-more.ts") : undefined;
  const others = odd ? await import("./confetti-cuts.ts") : undefined;
  const cuts = paper.map((cut, index) => cut ?? (more && others?.cutOf(shapes[index], more)) ?? PAPER.circle);
  return throwPieces(what, more?.moreThrowers(TOOLS)[preset] ?? burst, seededNumbers(seed)).map((piece) => ({
    piece,
    // There is one for each shape.
    made: (cuts[piece.shape] ?? PAPER.circle)(document, colors[piece.color] ?? "", piece.size),
    upright: typeof shapes[piece.shape] === "object",
  }));
}

/** When the last of them is down. */
function endOf(all: readonly Made[]): number {
  return Math.max(0, ...all.map(({ piece }) => piece.born_ms + piece.life_ms));
}
