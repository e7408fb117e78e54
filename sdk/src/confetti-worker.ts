/**
 * `confetti-worker.js`: paints celebrations off the page's thread. Says that it is there before anybody gives it a
 * canvas, then does what its page says: the name of a player's method and its arguments.
 */

import type { WorkerRequest } from "./ui/confetti/confetti-in-worker.ts";
import type { PlaybackEvent, Player } from "./ui/confetti/confetti-player.ts";
import { WORKER_READY } from "./ui/types.ts";

let player: Player | undefined;

// Loaded as the page loads it: so the chunk says what is in it once, for both.
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
  // Each name comes with its own arguments: ToWorker says so.
  const method = player?.[call] as ((...args: readonly unknown[]) => void) | undefined;
  method?.(...args);
});

postMessage(WORKER_READY);
