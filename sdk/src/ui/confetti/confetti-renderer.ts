import { read } from "../../lib/native.ts";
import type { CelebrationOptions } from "../types.ts";
import type { Renderer } from "./confetti-in-worker.ts";
import { createPlayer, type PlaybackEvent } from "./confetti-player.ts";

/** Creates a player for the canvas: in a worker if it may be tried and runs, otherwise on the page. */
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
  // Low latency: frames don't wait for the page's layout and paint.
  const context = canvas.getContext("2d", { desynchronized: true });
  if (!context) throw new Error("No canvas.");
  return createPlayer(context, scale, window, onPlayback);
}

/**
 * Whether trying a worker is safe. A page with inline scripts without a nonce has no content security policy that would
 * block and report a worker.
 */
function mayTryWorker(document: Document): boolean {
  return [...read(document, "scripts")].some(
    ({ src, nonce, type, text }) => !src && !nonce && !type.includes("json") && text.trim(),
  );
}
