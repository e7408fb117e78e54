import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { element } from "../dom/element.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { paint } from "./confetti-draw.ts";
import type { Renderer } from "./confetti-in-worker.ts";
import { createPicture, type PlaybackEvent } from "./confetti-player.ts";

const STYLE = `
.badge{position:absolute;inset:12% 0 auto;width:fit-content;max-width:75%;margin:auto;padding:.7em 1.4em;border-radius:1.5em;overflow-wrap:anywhere;background:var(--bg);box-shadow:var(--shadow);font-weight:600;line-height:1.4;text-align:center}
@media (forced-colors:active){.badge{border:1px solid}}`;

/** Time of each preset's representative frame, in milliseconds. */
const STILL_AT_MS: Readonly<Record<CelebrationPreset, number>> = {
  burst: 620,
  cannons: 1_000,
  fireworks: 1_250,
  rain: 1_900,
  snow: 1_700,
  stars: 700,
  emoji: 900,
  school: 1_900,
};

/** Renderer for reduced motion: the message on a badge, over a single frame of the preset painted on the page. */
export function createStillRenderer(
  document: Document,
  root: UiRoot,
  canvas: HTMLCanvasElement,
  scale: number,
  onPlayback: (id: number, news: PlaybackEvent) => void,
): Renderer {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("No canvas.");
  root.addStyle(STYLE);
  const badge = element(document, "div", "badge");
  root.view.append(badge);
  return {
    async add(id, what, message) {
      badge.textContent = message;
      const time_ms = STILL_AT_MS[what.preset];
      paint(context, scale, await createPicture(what), time_ms, time_ms);
      onPlayback(id, "begun");
    },
    stop: (id) => onPlayback(id, "stopped"),
    drop() {},
    move() {},
  };
}
