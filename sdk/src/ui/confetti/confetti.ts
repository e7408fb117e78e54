import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import { element } from "../dom/element.ts";
import {
  CELEBRATION_MS,
  CELEBRATION_MS_MAX,
  CELEBRATION_MS_MIN,
  CELEBRATION_THEME_MS,
  INTENSITY_MAX,
  INTENSITY_MIN,
  PIECES_MAX,
  PIECES_MIN,
  SEEN_MS,
  STILL_MS,
} from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { label } from "../text/labels.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions } from "../types.ts";
import type { Renderer } from "./confetti-in-worker.ts";
import { canvasScale, DEFAULT_SHAPES, isPlain, PIECE_COUNTS, resolveColors } from "./confetti-look.ts";
import type { PlaybackEvent } from "./confetti-player.ts";
import { openRenderer } from "./confetti-renderer.ts";

const STYLE = "canvas{position:absolute;inset:0;width:100vw;height:100dvh}";

interface SharedPlayback {
  readonly pieces: number;
  begun(): void;
  end(reason: CelebrationEnd): void;
}

interface CanvasSession {
  readonly root: UiRoot;
  readonly canvas: HTMLCanvasElement;
  readonly screen: { readonly width: number; readonly height: number };
  /** Reduced motion. */
  readonly still: boolean;
  readonly plays: Map<number, SharedPlayback>;
  readonly renderer: Promise<Renderer>;
  tell(message: (renderer: Renderer) => void): void;
  /** The last one removes the canvas. */
  drop(id: number): void;
}

/** Unique per page, so that late worker messages about an earlier canvas are ignored. */
let last_id = 0;

/** All celebrations of a page share one canvas, one loop, and one budget. */
const sessions = new WeakMap<Document, CanvasSession>();

/**
 * Plays confetti. Concurrent celebrations share a budget of pieces; a call beyond it joins the running one. With
 * reduced motion, a still picture is shown. The message is always announced to assistive technology.
 *
 * @example
 * const party = celebrate({
 *   document, window, clock: systemClock, rng: systemRng, preset: "burst", message: "Shipped!",
 * });
 * const { reason } = await party.finished; // "played"
 */
export function celebrate(options: CelebrationOptions): CelebrationHandle {
  const { document, window, clock, rng, preset } = options;
  const id = ++last_id;
  const gone = new AbortController();
  const { signal } = gone;
  let show: CanvasSession | undefined;
  let shown_at = Infinity;
  let shown = false;
  /** Only the first reason counts. */
  const end = (reason: CelebrationEnd): void => gone.abort(reason);
  const finished = new Promise<{ readonly reason: CelebrationEnd }>((resolve) => {
    signal.onabort = () => {
      // Only `end` aborts this controller, so the reason is a CelebrationEnd.
      const reason: CelebrationEnd = signal.reason;
      shown = reason === "played" || clock.now() >= shown_at;
      show?.drop(id);
      resolve({ reason });
    };
  });

  const perform = async (): Promise<void> => {
    if (document.hidden) return end("hidden");
    const early = { signal, capture: true };
    window.addEventListener("keydown", ({ key }) => key === "Escape" && end("cancelled"), early);
    document.addEventListener("visibilitychange", () => document.hidden && end("hidden"), early);
    reducedMotion(window).addEventListener("change", () => end("reduced_motion"), early);

    const more = isPlain(options) ? undefined : await import("./confetti-options.ts");
    const { labels = {}, locale = document.documentElement.lang } = options;
    // Without a message, the default one is used in the celebration's language.
    const text =
      options.message || /^(en|$)/.test(locale)
        ? labels
        : await import("../text/locales.ts")
            .then(({ loadLabels: wordsIn }) => wordsIn(locale, labels))
            .catch(() => labels);
    const message = options.message ?? label(text, "celebration");
    if (signal.aborted) return;
    const running = sessions.get(document) ?? openSession(options);
    const { root, canvas, plays, still, screen } = running;
    root.announce(message);
    const many = clamp(options.intensity ?? 1, INTENSITY_MIN, INTENSITY_MAX);
    const pieces_wanted = Math.ceil(PIECE_COUNTS[preset] * many);
    const left = [...plays.values()].reduce((rest, play) => rest - play.pieces, PIECES_MAX);
    if (left < Math.min(PIECES_MIN, pieces_wanted)) return end("budget");
    const pieces = Math.min(pieces_wanted, left);
    show = running;
    const begun = (): void => {
      shown_at = clock.now() + SEEN_MS;
    };
    plays.set(id, { pieces, begun, end });
    const duration_ms = clamp(options.duration_ms ?? CELEBRATION_MS, CELEBRATION_MS_MIN, CELEBRATION_MS_MAX);
    // A window that draws no frames must not keep its canvas.
    const late = (): void => end(still ? "reduced_motion" : shown_at < Infinity ? "played" : "hidden");
    signal.addEventListener("abort", clock.after(still ? STILL_MS : duration_ms + 1_000, late));

    const soon = new Promise<void>((resolve) => clock.after(CELEBRATION_THEME_MS, resolve));
    const [it] = await Promise.all([running.renderer, Promise.race([options.first, soon])]);
    // Colors of the page's theme, if known in time.
    const themed = options.decisions?.current()?.themes?.[DEFAULT_THEME]?.confetti;
    if (signal.aborted) return;
    const what = {
      preset,
      seed: rng.next() * 2 ** 32,
      screen,
      origin: more?.originPoint(options) ?? null,
      colors: resolveColors(window, canvas, options.colors ?? themed, more?.presetPalette(options, canvas)),
      shapes: more?.resolveShapes(options) ?? DEFAULT_SHAPES,
      pieces,
      pieces_wanted,
      duration_ms,
    };
    await it.add(id, what, message);
    if (!still) await more?.playExtras(options, what, signal, (x, y) => it.move(id, x, y));
  };
  // A page without canvas or popover support gets no confetti, and the result reports it.
  perform().catch(() => end("unavailable"));
  return {
    finished,
    shown: () => shown,
    stop: () => (show ? show.tell((it) => it.stop(id)) : end("stopped")),
    cancel: (reason = "cancelled") => end(reason),
  };
}

function openSession(options: CelebrationOptions): CanvasSession {
  const { document, window } = options;
  const root = openRoot(options, STYLE);
  const canvas = element(document, "canvas", "");
  const { innerWidth: width, innerHeight: height } = window;
  const scale = canvasScale(width, height, window.devicePixelRatio);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.ariaHidden = "true";
  root.view.append(canvas);
  root.mount(null);

  const plays = new Map<number, SharedPlayback>();
  const still = reducedMotion(window).matches;
  const onPlayback = (id: number, news: PlaybackEvent): void => {
    const play = plays.get(id);
    if (news === "begun") play?.begun();
    else play?.end(news);
  };
  const lost = (): void => {
    for (const play of plays.values()) play.end("unavailable");
  };
  const renderer = still
    ? import("./confetti-still.ts").then(({ createStillRenderer: standStill }) =>
        standStill(document, root, canvas, scale, onPlayback),
      )
    : openRenderer(options, canvas, scale, onPlayback, lost);
  const tell = (message: (renderer: Renderer) => void): void => {
    void renderer.then(message).catch(lost);
  };
  const show: CanvasSession = {
    ...{ root, canvas, screen: { width, height }, still, plays, renderer, tell },
    drop(id) {
      plays.delete(id);
      tell((it) => it.drop(id));
      if (plays.size > 0) return;
      sessions.delete(document);
      root.remove();
      tell((it) => it.close?.());
    },
  };
  sessions.set(document, show);
  return show;
}

const reducedMotion = (window: Window): MediaQueryList => window.matchMedia("(prefers-reduced-motion:reduce)");

function clamp(value: number, low: number, high: number): number {
  // NaN becomes the minimum.
  return Math.max(low, Math.min(value || 0, high));
}
