/**
 * `confetti-worker.js`: renders celebrations off the main thread. Posts a ready message before it receives a canvas.
 * Then it handles messages that hold the name of a player method and its arguments.
 */

import type { WorkerRequest } from "./ui/confetti/confetti-in-worker.ts";
import type { PlaybackEvent, Player } from "./ui/confetti/confetti-player.ts";
import { WORKER_READY } from "./ui/types.ts";

let player: Player | undefined;

// Import it the same way the page does, so that both share one chunk.
const { createPlayer } = await import("./ui/confetti/confetti-player.ts");

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  if (data[0] === "open") {
    const [, canvas, scale] = data;
    const context = canvas.getContext("2d");
    const postEvent = (id: number, news: PlaybackEvent): void => postMessage([id, news]);
    if (context === null) throw new Error("The browser can't create another canvas.");
    player = createPlayer(context, scale, self, postEvent);
    return;
  }
  const [call, ...args] = data;
  // `WorkerRequest` pairs each method name with its own arguments.
  const method = player?.[call] as ((...args: readonly unknown[]) => void) | undefined;
  method?.(...args);
});

postMessage(WORKER_READY);
