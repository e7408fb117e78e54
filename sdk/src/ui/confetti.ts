import { colorsOf, isPlain, MIXED, PIECES, sharpness } from "./confetti-look.ts";
import type { PlayNews } from "./confetti-player.ts";
import { openRenderer, type Renderer } from "./confetti-renderer.ts";
import type { Throw } from "./confetti-throw.ts";
import { element } from "./element.ts";
import { label } from "./labels.ts";
import {
  CELEBRATION_MS,
  CELEBRATION_MS_MAX,
  CELEBRATION_MS_MIN,
  INTENSITY_MAX,
  INTENSITY_MIN,
  PIECES_MAX,
  PIECES_MIN,
  SEEN_MS,
  STILL_MS,
} from "./limits.ts";
import { openRoot } from "./root.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions } from "./types.ts";

const STYLE = "canvas{position:absolute;inset:0;width:100vw;height:100dvh}";

/** One celebration among those that share the canvas. */
interface Play {
  readonly options: CelebrationOptions;
  readonly message: string;
  readonly pieces: number;
  readonly pieces_wanted: number;
  readonly settle: (reason: CelebrationEnd, shown: boolean) => void;
  readonly gone: AbortController;
  /** When it will have been on the screen for a second. */
  shown_at: number;
}

interface Show {
  readonly plays: ReadonlyMap<number, Play>;
  announce(message: string): void;
  add(play: Play): number;
  stop(id: number): void;
  end(id: number, reason: CelebrationEnd): void;
}

/** Never the same twice in a page: what a worker says of an earlier canvas is not about this one. */
let ids = 0;

/** All celebrations of a page share one canvas and one loop: the budgets are the page's. */
const shows = new WeakMap<Document, Show>();

/**
 * Throws confetti. Several at once share a budget of pieces; a call beyond it joins what plays. Where motion is reduced
 * a still picture stands instead, and in each case what is celebrated is said to assistive technology.
 *
 * @example
 * const party = celebrate({ document, window, clock: systemClock, rng: systemRng, preset: "burst", message: "Shipped!" });
 * const { reason } = await party.finished; // "played"
 */
export function celebrate(options: CelebrationOptions): CelebrationHandle {
  const { document, preset, intensity = 1 } = options;
  let settle = (_: { readonly reason: CelebrationEnd }): void => {};
  let show: Show | undefined;
  let id = 0;
  let shown = false;
  const handle: CelebrationHandle = {
    finished: new Promise((resolve) => {
      settle = resolve;
    }),
    shown: () => shown,
    stop: () => show?.stop(id),
    cancel: (reason = "cancelled") => show?.end(id, reason),
  };
  const end = (reason: CelebrationEnd, was_shown = false): CelebrationHandle => {
    shown = was_shown;
    settle({ reason });
    return handle;
  };
  if (document.hidden) return end("hidden");
  try {
    const running = shows.get(document) ?? openShow(options);
    const message = options.message ?? label(options.labels ?? {}, "celebration");
    const left = PIECES_MAX - [...running.plays.values()].reduce((sum, { pieces }) => sum + pieces, 0);
    const pieces_wanted = Math.ceil(PIECES[preset] * within(intensity, INTENSITY_MIN, INTENSITY_MAX));
    if (left < Math.min(PIECES_MIN, pieces_wanted)) {
      running.announce(message);
      return end("budget");
    }
    const pieces = Math.min(pieces_wanted, left);
    show = running;
    id = running.add({
      options,
      message,
      pieces,
      pieces_wanted,
      settle: end,
      gone: new AbortController(),
      shown_at: Infinity,
    });
    return handle;
  } catch {
    // A page that takes canvas or popover away gets no confetti, and is told so.
    return end("unavailable");
  }
}

function openShow(options: CelebrationOptions): Show {
  const { document, window, clock } = options;
  const root = openRoot(options, STYLE);
  const canvas = element(document, "canvas", "");
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const { width, height } = screen;
  const scale = sharpness(width, height, window.devicePixelRatio);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.ariaHidden = "true";
  root.view.append(canvas);
  root.mount(null);

  const plays = new Map<number, Play>();
  const motion = window.matchMedia("(prefers-reduced-motion:reduce)");
  const still = motion.matches;
  const over = new AbortController();

  const end = (id: number, reason: CelebrationEnd): void => {
    const play = plays.get(id);
    if (play === undefined) return;
    plays.delete(id);
    play.gone.abort();
    tell((it) => it.drop(id));
    play.settle(reason, reason === "played" || clock.now() >= play.shown_at);
    if (plays.size > 0) return;
    over.abort();
    shows.delete(document);
    root.remove();
    tell((it) => it.close?.());
  };
  const endAll = (reason: CelebrationEnd): void => {
    for (const id of plays.keys()) end(id, reason);
  };
  // A picture that stands still needs no worker.
  const hands = still ? { ...options, worker: false } : options;
  const lost = (): void => endAll("unavailable");
  const hear = (id: number, news: PlayNews): void => {
    const play = plays.get(id);
    if (news !== "begun") end(id, news);
    else if (play) play.shown_at = clock.now() + SEEN_MS;
  };
  const renderer = openRenderer(hands, canvas, scale, hear, lost);
  const tell = (message: (renderer: Renderer) => void): void => {
    void renderer.then(message).catch(lost);
  };

  const early = { signal: over.signal, capture: true };
  window.addEventListener("keydown", ({ key }) => key === "Escape" && endAll("cancelled"), early);
  document.addEventListener("visibilitychange", () => document.hidden && endAll("hidden"), early);
  motion.addEventListener("change", () => endAll("reduced_motion"), early);

  const show: Show = {
    plays,
    announce: root.announce,
    add(play) {
      const id = ++ids;
      const { message, gone } = play;
      plays.set(id, play);
      root.announce(message);
      const perform = async (): Promise<void> => {
        const more = isPlain(play.options) ? undefined : await import("./confetti-options.ts");
        const what = thrown(play, canvas, screen, more);
        const it = await renderer;
        if (gone.signal.aborted) return;
        if (still) {
          const { standStill } = await import("./confetti-still.ts");
          if (!gone.signal.aborted) it.still(id, what, standStill(document, root, what.preset, message));
          return;
        }
        it.add(id, what);
        await more?.accompany(play.options, what, gone.signal, (x, y) => it.move(id, x, y));
      };
      perform().catch(() => end(id, "unavailable"));
      // A window that draws no frames must not keep its canvas.
      const wait_ms = still ? STILL_MS : durationOf(play.options) + 1_000;
      gone.signal.addEventListener(
        "abort",
        clock.after(wait_ms, () => end(id, still ? "reduced_motion" : play.shown_at < Infinity ? "played" : "hidden")),
      );
      return id;
    },
    stop: (id) => tell((it) => it.stop(id)),
    end,
  };
  shows.set(document, show);
  return show;
}

/** What a worker is told to throw. `more`: loaded for what is not plain. */
function thrown(
  { options, pieces, pieces_wanted }: Play,
  canvas: HTMLElement,
  screen: Throw["screen"],
  more: typeof import("./confetti-options.ts") | undefined,
): Throw {
  const { preset, rng } = options;
  return {
    preset,
    seed: rng.next() * 2 ** 32,
    screen,
    origin: more?.originOf(options) ?? null,
    colors: colorsOf(options, canvas, more?.paletteOf(options, canvas)),
    shapes: more?.shapesOf(options) ?? MIXED,
    pieces,
    pieces_wanted,
    duration_ms: durationOf(options),
  };
}

function durationOf({ duration_ms = CELEBRATION_MS }: CelebrationOptions): number {
  return within(duration_ms, CELEBRATION_MS_MIN, CELEBRATION_MS_MAX);
}

function within(value: number, low: number, high: number): number {
  // What is no number is the lowest.
  return Math.max(low, Math.min(value || 0, high));
}
