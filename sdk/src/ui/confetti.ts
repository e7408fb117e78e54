import { colorsOf, PRESETS, shapesOf, sharpness } from "./confetti-look.ts";
import { followOrigin, originOf } from "./confetti-origin.ts";
import type { Throw } from "./confetti-physics.ts";
import { mayTryWorker, openRenderer, type Renderer } from "./confetti-renderer.ts";
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
  STILL_MS,
} from "./limits.ts";
import { openRoot, type UiRoot } from "./root.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions } from "./types.ts";

const STYLE = `
canvas{position:absolute;inset:0}
.badge{position:absolute;inset:12% auto auto 50%;translate:-50%;max-width:80%;padding:.7em 1.4em;border-radius:99px;background:var(--bg);box-shadow:var(--shadow);font-weight:600;line-height:1.4;text-align:center}
@media (forced-colors:active){.badge{border:1px solid}}`;

/** One celebration among those that share the canvas. */
interface Play {
  readonly pieces: number;
  readonly settle: (reason: CelebrationEnd) => void;
  readonly gone: AbortController;
}

interface Show {
  readonly canvas: HTMLCanvasElement;
  readonly root: UiRoot;
  readonly plays: ReadonlyMap<number, Play>;
  add(what: Throw, message: string, play: Play, options: CelebrationOptions): number;
  stop(id: number): void;
  end(id: number, reason: CelebrationEnd): void;
}

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
  const { document, window, preset, intensity = 1, duration_ms = CELEBRATION_MS } = options;
  let settle = (_: { readonly reason: CelebrationEnd }): void => {};
  const finished = new Promise<{ readonly reason: CelebrationEnd }>((resolve) => {
    settle = resolve;
  });
  const none = (reason: CelebrationEnd): CelebrationHandle => {
    settle({ reason });
    return { finished, stop() {}, cancel() {} };
  };
  if (document.hidden) return none("hidden");
  try {
    const show = shows.get(document) ?? openShow(options);
    const message = options.message ?? label(options.labels ?? {}, "celebration");
    const left = PIECES_MAX - [...show.plays.values()].reduce((sum, { pieces }) => sum + pieces, 0);
    const pieces_wanted = Math.ceil(PRESETS[preset][0] * within(intensity, INTENSITY_MIN, INTENSITY_MAX));
    if (left < Math.min(PIECES_MIN, pieces_wanted)) {
      show.root.announce(message);
      return none("budget");
    }
    const { innerWidth: width, innerHeight: height } = window;
    const what: Throw = {
      preset,
      seed: options.rng.next() * 2 ** 32,
      screen: { width, height },
      origin: originOf(options),
      colors: colorsOf(options, show.canvas),
      shapes: shapesOf(options),
      pieces: Math.min(pieces_wanted, left),
      pieces_wanted,
      duration_ms: within(duration_ms, CELEBRATION_MS_MIN, CELEBRATION_MS_MAX),
    };
    const play = {
      pieces: what.pieces,
      settle: (reason: CelebrationEnd) => settle({ reason }),
      gone: new AbortController(),
    };
    const id = show.add(what, message, play, options);
    return {
      finished,
      stop: () => show.stop(id),
      cancel: (reason = "cancelled") => show.end(id, reason),
    };
  } catch {
    // A page that takes canvas or popover away gets no confetti, and is told so.
    return none("unavailable");
  }
}

function openShow(options: CelebrationOptions): Show {
  const { document, window, clock, worker, worker_url } = options;
  const root = openRoot(options, STYLE);
  const canvas = element(document, "canvas", "");
  const { innerWidth: width, innerHeight: height } = window;
  const scale = sharpness(width, height, window.devicePixelRatio);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.ariaHidden = "true";
  const badge = element(document, "div", "badge");
  badge.hidden = true;
  root.view.append(canvas, badge);
  root.mount(null);

  const plays = new Map<number, Play>();
  const motion = window.matchMedia("(prefers-reduced-motion:reduce)");
  const still = motion.matches;
  const over = new AbortController();
  let ids = 0;

  const end = (id: number, reason: CelebrationEnd): void => {
    const play = plays.get(id);
    if (play === undefined) return;
    plays.delete(id);
    play.gone.abort();
    tell((it) => it.drop(id));
    play.settle(reason);
    if (plays.size > 0) return;
    over.abort();
    shows.delete(document);
    root.remove();
    tell((it) => it.close());
  };
  const endAll = (reason: CelebrationEnd): void => {
    for (const id of plays.keys()) end(id, reason);
  };
  const renderer = openRenderer(
    options,
    canvas,
    scale,
    // A picture that stands still costs no thread anything.
    !still && (worker ?? mayTryWorker(document)) ? worker_url : undefined,
    end,
    () => endAll("unavailable"),
  );
  const tell = (message: (renderer: Renderer) => void): void => {
    void renderer.then(message).catch(() => endAll("unavailable"));
  };

  const hear = { signal: over.signal, capture: true };
  window.addEventListener("keydown", ({ key }) => key === "Escape" && endAll("cancelled"), hear);
  document.addEventListener("visibilitychange", () => document.hidden && endAll("hidden"), hear);
  motion.addEventListener("change", () => endAll("reduced_motion"), hear);

  const show: Show = {
    canvas,
    root,
    plays,
    add(what, message, play, asked) {
      const id = ++ids;
      const { signal } = play.gone;
      plays.set(id, play);
      root.announce(message);
      let wait_ms = STILL_MS;
      if (still) {
        tell((it) => it.still(id, what, PRESETS[what.preset][1]));
        badge.textContent = message;
        badge.hidden = false;
      } else {
        tell((it) => it.add(id, what));
        // A window that draws no frames must not keep its canvas.
        wait_ms = what.duration_ms + 1_000;
        if (what.origin !== null) {
          followOrigin(asked, what.origin, signal, (x, y) => tell((it) => it.move(id, x, y)));
        }
        if (asked.sound === true && window.navigator.userActivation?.hasBeenActive) {
          void import("./confetti-sound.ts").then(
            ({ playSound }) => playSound(window, what),
            () => {},
          );
        }
      }
      const cancel = clock.after(wait_ms, () => end(id, still ? "reduced_motion" : "played"));
      signal.addEventListener("abort", cancel);
      return id;
    },
    stop: (id) => tell((it) => it.stop(id)),
    end,
  };
  shows.set(document, show);
  return show;
}

function within(value: number, low: number, high: number): number {
  // What is no number is the lowest.
  return Math.max(low, Math.min(value || 0, high));
}
