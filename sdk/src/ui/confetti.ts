import type { CelebrationPreset } from "@fanfare/contract/celebration";
import { createPainter, sharpness } from "./confetti-draw.ts";
import { type Piece, throwPieces } from "./confetti-physics.ts";
import { element } from "./element.ts";
import { label } from "./labels.ts";
import { CELEBRATION_MS_MAX, COLORS_MAX, PIECES_MAX, PIECES_MIN, STILL_MS } from "./limits.ts";
import { openRoot, type UiRoot } from "./root.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions, Page, Shape } from "./types.ts";

const COLORS = ["#6a4cff", "#ff4f8b", "#ffb224", "#12b981", "#2ea8ff", "#ff6b3d"];

/** Mostly paper. */
const MIXED: readonly Shape[] = ["rectangle", "rectangle", "rectangle", "circle", "ribbon", "star"];

/** The moment of each preset that stands for it where motion is reduced, in milliseconds. */
const STILL_AT_MS: Readonly<Record<CelebrationPreset, number>> = {
  burst: 620,
  cannons: 1_000,
  fireworks: 1_250,
  rain: 1_900,
};

const STYLE = `
canvas{position:absolute;inset:0}
.badge{position:absolute;inset:12% auto auto 50%;translate:-50%;max-width:80%;padding:.7em 1.4em;border-radius:99px;background:var(--bg);box-shadow:var(--shadow);font-weight:600;line-height:1.4;text-align:center}
@media (forced-colors:active){.badge{border:1px solid}}`;

/** One celebration among those that share the canvas. Times are those of animation frames. */
interface Play {
  readonly preset: CelebrationPreset;
  /** Sorted by colour: the pen changes seldom. */
  readonly pieces: readonly Piece[];
  readonly colors: readonly string[];
  readonly settle: (reason: CelebrationEnd) => void;
  begun_ms: number | null;
  /** How long it has played. */
  age_ms: number;
  /** What would be thrown later than this is not. */
  until_ms: number;
}

interface Show {
  readonly plays: ReadonlySet<Play>;
  readonly root: UiRoot;
  add(play: Play, message: string): void;
  end(play: Play, reason: CelebrationEnd): void;
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
  const { document, preset, colors = [] } = options;
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
    const left = PIECES_MAX - [...show.plays].reduce((sum, { pieces }) => sum + pieces.length, 0);
    if (left < PIECES_MIN) {
      show.root.announce(message);
      return none("budget");
    }
    const palette = colors.length > 0 ? colors.slice(0, COLORS_MAX) : COLORS;
    const play: Play = {
      preset,
      pieces: thrown(options, palette.length, left),
      colors: palette,
      settle: (reason) => settle({ reason }),
      begun_ms: null,
      age_ms: 0,
      until_ms: CELEBRATION_MS_MAX,
    };
    show.add(play, message);
    return {
      finished,
      stop() {
        play.until_ms = play.age_ms;
      },
      cancel: () => show.end(play, "cancelled"),
    };
  } catch {
    // A page that takes canvas or popover away gets no confetti, and is told so.
    return none("unavailable");
  }
}

function thrown({ window, preset, origin, rng, shapes = [] }: CelebrationOptions, colors: number, pieces_max: number) {
  let from = origin instanceof window.Element ? null : (origin ?? null);
  if (origin instanceof window.Element && origin.isConnected) {
    const { x, y, width, height } = origin.getBoundingClientRect();
    from = { x: x + width / 2, y: y + height / 2 };
  }
  const { innerWidth: width, innerHeight: height } = window;
  const pieces = throwPieces(
    {
      preset,
      screen: { width, height },
      origin: from,
      colors,
      shapes: shapes.length > 0 ? shapes : MIXED,
      pieces_max,
    },
    rng,
  );
  return [...pieces].sort((a, b) => a.color - b.color);
}

function openShow(page: Page): Show {
  const { document, window, clock } = page;
  const root = openRoot(page, STYLE);
  const canvas = element(document, "canvas", "");
  const { innerWidth: width, innerHeight: height } = window;
  const scale = sharpness(width, height, window.devicePixelRatio);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.ariaHidden = "true";
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has no canvas left.");
  const painter = createPainter(context, scale);
  const badge = element(document, "div", "badge");
  badge.hidden = true;
  root.view.append(canvas, badge);

  const plays = new Set<Play>();
  const motion = window.matchMedia("(prefers-reduced-motion:reduce)");
  let frame = 0;

  const end = (play: Play, reason: CelebrationEnd): void => {
    if (!plays.delete(play)) return;
    play.settle(reason);
    if (plays.size > 0) return;
    window.cancelAnimationFrame(frame);
    window.removeEventListener("keydown", onKey, true);
    document.removeEventListener("visibilitychange", onHide);
    motion.removeEventListener("change", onMotion);
    root.remove();
    shows.delete(document);
  };
  const endAll = (reason: CelebrationEnd): void => {
    for (const play of plays) end(play, reason);
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") endAll("cancelled");
  };
  const onHide = (): void => {
    if (document.hidden) endAll("hidden");
  };
  const onMotion = (): void => endAll("reduced_motion");

  const draw = (now_ms: number): void => {
    painter.clear();
    for (const play of plays) {
      play.begun_ms ??= now_ms;
      play.age_ms = now_ms - play.begun_ms;
      if (painter.paint(play.pieces, play.colors, play.age_ms, play.until_ms)) continue;
      end(play, play.until_ms < CELEBRATION_MS_MAX ? "stopped" : "played");
    }
    frame = plays.size > 0 ? window.requestAnimationFrame(draw) : 0;
  };

  const show: Show = {
    plays,
    root,
    add(play, message) {
      if (plays.size === 0) {
        window.addEventListener("keydown", onKey, true);
        document.addEventListener("visibilitychange", onHide);
        motion.addEventListener("change", onMotion);
        root.mount(null);
      }
      plays.add(play);
      root.announce(message);
      if (motion.matches) {
        painter.paint(play.pieces, play.colors, STILL_AT_MS[play.preset], CELEBRATION_MS_MAX);
        badge.textContent = message;
        badge.hidden = false;
        clock.after(STILL_MS, () => end(play, "reduced_motion"));
      } else {
        if (plays.size === 1) frame = window.requestAnimationFrame(draw);
        // A window that draws no frames must not keep its canvas.
        clock.after(CELEBRATION_MS_MAX, () => end(play, "played"));
      }
    },
    end,
  };
  shows.set(document, show);
  return show;
}
