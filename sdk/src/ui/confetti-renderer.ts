import { createPieces } from "./confetti-pieces.ts";
import type { Player, PlayNews } from "./confetti-player.ts";
import type { CelebrationOptions } from "./types.ts";

export interface Renderer extends Player {
  /** Lets go of what it holds beside the canvas. */
  close?(): void;
}

/** A player on the stage: a worker's canvas where one may be tried and runs, else pieces that the page itself throws. */
export async function openRenderer(
  options: CelebrationOptions,
  stage: HTMLElement,
  told: (id: number, news: PlayNews) => void,
  lost: () => void,
): Promise<Renderer> {
  const { document, worker, worker_url } = options;
  if (worker_url !== undefined && (worker ?? mayTryWorker(document))) {
    const found = await import("./confetti-in-worker.ts")
      .then(({ playInWorker }) => playInWorker(options, stage, worker_url, told, lost))
      .catch(() => undefined);
    if (found !== undefined) return found;
  }
  return createPieces(options, stage, told);
}

/**
 * Whether trying a worker can do no harm: a page that runs scripts of its own without a nonce has no policy that a worker
 * could break and that would report it.
 */
export function mayTryWorker(document: Document): boolean {
  return [...document.scripts].some(
    ({ src, nonce, type, text }) => src === "" && !nonce && !type.includes("json") && text.trim() !== "",
  );
}
