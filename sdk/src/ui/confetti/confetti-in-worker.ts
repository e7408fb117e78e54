import type { Cancel } from "@fanfare/contract/lib/clock";
import { WORKER_IDLE_MS, WORKER_START_MS } from "../limits.ts";
import { type Page, WORKER_READY } from "../types.ts";
import type { ConfettiParams } from "./confetti-params.ts";
import type { PlaybackEvent, Player } from "./confetti-player.ts";

export interface Renderer extends Omit<Player, "add"> {
  /** `message`: the celebrated text, for the still picture. Later failures are reported by event. */
  add(id: number, what: ConfettiParams, message: string): unknown;
  /** Releases resources other than the canvas. */
  close?(): void;
}

export type WorkerRequest =
  | readonly ["open", canvas: OffscreenCanvas, scale: number]
  | { readonly [Name in keyof Player]: readonly [Name, ...Parameters<Player[Name]>] }[keyof Player];

/**
 * Creates a player in a worker. Undefined if no worker at `url` confirms that it runs. The canvas is transferred only
 * then, because a transferred canvas can't be recovered.
 */
export async function playInWorker(
  page: Page,
  canvas: HTMLCanvasElement,
  scale: number,
  url: string,
  onPlayback: (id: number, news: PlaybackEvent) => void,
  lost: () => void,
): Promise<Renderer | undefined> {
  // Missing in some browsers, despite its type.
  if (!("transferControlToOffscreen" in canvas)) return undefined;
  const kept = idle_workers.get(page.window);
  idle_workers.delete(page.window);
  kept?.cancel();
  const worker = kept?.worker ?? (await startWorker(page, url));
  if (worker === null) return undefined;
  let dead = false;
  const postToWorker = (message: WorkerRequest, transfer: Transferable[] = []): void =>
    worker.postMessage(message, transfer);
  worker.onmessage = ({ data }: MessageEvent<readonly [number, PlaybackEvent]>) => onPlayback(...data);
  worker.onerror = (event) => {
    event.preventDefault();
    dead = true;
    worker.terminate();
    lost();
  };
  const offscreen = canvas.transferControlToOffscreen();
  postToWorker(["open", offscreen, scale], [offscreen]);
  return {
    add: (id, what) => postToWorker(["add", id, what]),
    stop: (...args) => postToWorker(["stop", ...args]),
    drop: (...args) => postToWorker(["drop", ...args]),
    move: (...args) => postToWorker(["move", ...args]),
    close() {
      if (dead) return;
      worker.onmessage = worker.onerror = null;
      releaseWorker(page.window);
      const cancel = page.clock.after(WORKER_IDLE_MS, () => releaseWorker(page.window));
      idle_workers.set(page.window, { worker, cancel });
    },
  };
}

function releaseWorker(window: Window): void {
  const worker = idle_workers.get(window);
  idle_workers.delete(window);
  worker?.cancel();
  worker?.worker.terminate();
}

/** Workers kept for the page's next celebration: starting one costs more than playing. */
const idle_workers = new WeakMap<Window, { readonly worker: Worker; readonly cancel: Cancel }>();

/** Resolves to a worker that is ready, or null. */
function startWorker({ window, clock }: Page, url: string): Promise<Worker | null> {
  return new Promise((resolve) => {
    let blob_url: string | undefined;
    try {
      if (new URL(url, window.location.href).origin !== window.location.origin) {
        // Workers must be same-origin, but a module they import needn't be.
        const type = "text/javascript";
        blob_url = window.URL.createObjectURL(new Blob([`import ${JSON.stringify(url)}`], { type }));
      }
      const worker = new window.Worker(blob_url ?? url, { type: "module" });
      const give = (ready: boolean): void => {
        cancel();
        if (blob_url !== undefined) window.URL.revokeObjectURL(blob_url);
        if (!ready) worker.terminate();
        resolve(ready ? worker : null);
      };
      // If a content security policy forbids the worker, some browsers fire an error event and others nothing.
      const cancel = clock.after(WORKER_START_MS, () => give(false));
      worker.onmessage = ({ data }) => give(data === WORKER_READY);
      worker.onerror = (event) => {
        event.preventDefault();
        give(false);
      };
    } catch {
      resolve(null);
    }
  });
}
