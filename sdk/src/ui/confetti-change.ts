import type { placeAt } from "./confetti-flight.ts";
import type { Made } from "./confetti-paper.ts";
import type { OnStage } from "./confetti-pieces.ts";

/** Sets the pieces where they are at a time, for good. */
export function place(all: readonly Made[], at: typeof placeAt, time_ms: number): void {
  for (const { made, piece, upright } of all) Object.assign(made.style, at(piece, upright, time_ms));
}

/** Calls off what is not thrown by now: of one that has not begun, all. */
export function callOff(play: OnStage, now_ms: number): void {
  play.wait();
  const out = coming(play, now_ms);
  for (const { made } of out) made.remove();
  play.all = play.all.filter((each) => !out.includes(each));
  play.begun_ms = Math.min(play.begun_ms, now_ms);
}

/** Moves what is not thrown yet with its origin. */
export function move(play: OnStage, now_ms: number, by_x: number, by_y: number): void {
  const { x, y } = play.moved ?? { x: 0, y: 0 };
  play.moved = { x: x + by_x, y: y + by_y };
  for (const { made } of coming(play, now_ms)) {
    made.style.translate = `calc(${play.moved.x}px - 50%) calc(${play.moved.y}px - 50%)`;
  }
}

function coming({ all, begun_ms }: OnStage, now_ms: number): readonly Made[] {
  return all.filter(({ piece }) => begun_ms + piece.born_ms > now_ms);
}
