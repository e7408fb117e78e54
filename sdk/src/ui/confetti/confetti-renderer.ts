import type { CelebrationOptions } from "../types.ts";
import type { Renderer } from "./confetti-in-worker.ts";
import { createPlayer, type PlaybackEvent } from "./confetti-player.ts";

/** A player for the canvas: in a worker where one may be tried and runs, else in the page. */
export async function openRenderer(
  options: CelebrationOptions,
  canvas: HTMLCanvasElement,
  scale: number,
  onPlayback: (id: number, news: PlaybackEvent) => void,
  lost: () => void,
): Promise<Renderer> {
  const { window, document, worker, host } = options;
  const found =
    host &&
    (worker ?? mayTryWorker(document)) &&
    (await import("./confetti-in-worker.ts")
      .then(({ playInWorker }) =>
        playInWorker(options, canvas, scale, `${host}/sdk/confetti-worker.js`, onPlayback, lost),
      )
      .catch(() => undefined));
  if (found) return found;
  // Straight to the screen: no frame waits for what else the page has to lay out and paint.
  const context = canvas.getContext("2d", { desynchronized: true });
  if (!context) throw new Error("No canvas.");
  return createPlayer(context, scale, window, onPlayback);
}

/**
 * Whether trying a worker can do no harm: a page that runs scripts of its own without a nonce has no policy that a worker
 * could break and that would report it.
 */
function mayTryWorker(document: Document): boolean {
  return [...document.scripts].some(
    ({ src, nonce, type, text }) => !src && !nonce && !type.includes("json") && text.trim(),
  );
}
