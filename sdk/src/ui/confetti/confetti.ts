import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import { read } from "../../lib/native.ts";
import { watchNavigation } from "../../lib/navigation.ts";
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
  const gone = new AbortController();
  const { signal } = gone;
  let shown = false;
  const play: Play = {
    ...{ id: ++last_id, options, signal, session: undefined, shown_at: Infinity },
    end: (reason) => gone.abort(reason),
  };
  const { id, end } = play;
  const finished = new Promise<{ readonly reason: CelebrationEnd }>((resolve) => {
    signal.onabort = () => {
      // Only `end` aborts this controller, so the reason is a CelebrationEnd.
      const reason: CelebrationEnd = signal.reason;
      shown = reason === "played" || options.clock.now() >= play.shown_at;
      play.session?.drop(id);
      resolve({ reason });
    };
  });
  // A page without canvas or popover support gets no confetti, and the result reports it.
  perform(play).catch(() => end("unavailable"));
  return {
    finished,
    shown: () => shown,
    stop: () => (play.session ? play.session.tell((it) => it.stop(id)) : end("stopped")),
    cancel: (reason = "cancelled") => end(reason),
  };
}

/** One call of {@link celebrate}. */
interface Play {
  readonly id: number;
  readonly options: CelebrationOptions;
  readonly signal: AbortSignal;
  session: CanvasSession | undefined;
  shown_at: number;
  /** Only the first reason counts. */
  end(reason: CelebrationEnd): void;
}

async function perform(play: Play): Promise<void> {
  const { id, options, signal } = play;
  const { document, window, preset } = options;
  endEarly(play);
  const more = isPlain(options) || signal.aborted ? undefined : await import("./confetti-options.ts");
  const message = await messageOf(options);
  if (signal.aborted) return;
  const session = sessions.get(document) ?? openSession(options);
  const { canvas, still, screen } = session;
  session.root.announce(message);
  const many = clamp(options.intensity ?? 1, INTENSITY_MIN, INTENSITY_MAX);
  const pieces_wanted = Math.ceil(PIECE_COUNTS[preset] * many);
  const duration_ms = clamp(options.duration_ms ?? CELEBRATION_MS, CELEBRATION_MS_MIN, CELEBRATION_MS_MAX);
  const pieces = joinSession(play, session, pieces_wanted, duration_ms);
  if (signal.aborted) return;

  const soon = new Promise<void>((resolve) => options.clock.after(CELEBRATION_THEME_MS, resolve));
  const [it] = await Promise.all([session.renderer, Promise.race([options.first, soon])]);
  // Colors of the page's theme, if known in time.
  const themed = options.decisions?.current()?.themes?.[DEFAULT_THEME]?.confetti;
  if (signal.aborted) return;
  const what = {
    preset,
    seed: options.rng.next() * 2 ** 32,
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
}

/** Ends it with Escape, on another page, in a hidden window, and when the person turns on reduced motion. */
function endEarly({ options, signal, end }: Play): void {
  const { document, window, pathname = window.location.pathname } = options;
  const endElsewhere = (): void => {
    if (window.location.pathname !== pathname) end("navigation");
  };
  if (read(document, "hidden")) end("hidden");
  endElsewhere();
  if (signal.aborted) return;
  signal.addEventListener("abort", watchNavigation(window, endElsewhere));
  const early = { signal, capture: true };
  window.addEventListener("keydown", ({ key }) => key === "Escape" && end("cancelled"), early);
  window.addEventListener("visibilitychange", () => read(document, "hidden") && end("hidden"), early);
  reducedMotion(window).addEventListener("change", () => end("reduced_motion"), early);
}

/** Without a message, the default one is used in the celebration's language. */
async function messageOf({ document, message, labels = {}, locale }: CelebrationOptions): Promise<string> {
  if (message !== undefined) return message;
  const language = locale ?? read(document, "documentElement").lang;
  if (/^(en|$)/.test(language)) return label(labels, "celebration");
  const texts = import("../text/locales.ts").then(({ loadLabels: wordsIn }) => wordsIn(language, labels));
  return label(await texts.catch(() => labels), "celebration");
}

/** Takes its share of the pieces, which the other celebrations left. Ends if that is too little. */
function joinSession(play: Play, session: CanvasSession, pieces_wanted: number, duration_ms: number): number {
  const { id, end, options, signal } = play;
  const { clock } = options;
  const { plays, still } = session;
  let left = PIECES_MAX;
  for (const other of plays.values()) left -= other.pieces;
  const pieces = Math.min(pieces_wanted, left);
  if (left < Math.min(PIECES_MIN, pieces_wanted)) {
    end("budget");
    return 0;
  }
  play.session = session;
  const begun = (): void => {
    play.shown_at = clock.now() + SEEN_MS;
  };
  plays.set(id, { pieces, begun, end });
  // A window that draws no frames must not keep its canvas.
  const late = (): void => end(still ? "reduced_motion" : play.shown_at < Infinity ? "played" : "hidden");
  signal.addEventListener("abort", clock.after(still ? STILL_MS : duration_ms + 1_000, late));
  return pieces;
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
