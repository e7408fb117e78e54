import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { ENDLESS_MOVE_MS, MOVE_PAUSE_MS } from "../limits.ts";
import { noticeEndlessMoves } from "./endless-moves.ts";

function openPage() {
  const clock = manualClock();
  const window = Object.assign(new EventTarget(), { visualViewport: null });
  let told = 0;
  // Cast: of a window, only its events are read.
  const page = { clock, window: window as unknown as Window & typeof globalThis };
  const notice = noticeEndlessMoves(page, () => told++, new AbortController().signal);
  let x = 0;
  const moveFor = (duration_ms: number, gap_ms = 100): void => {
    for (let left = duration_ms; left > 0; left -= gap_ms) {
      clock.advance(gap_ms);
      notice({ x: x++, y: 0, width: 10, height: 10 });
    }
  };
  return { window, moveFor, told: () => told };
}

test("tells once that a target moves without a pause", () => {
  const page = openPage();
  page.moveFor(ENDLESS_MOVE_MS);
  expect(page.told()).toBe(0);
  page.moveFor(2 * ENDLESS_MOVE_MS);
  expect(page.told()).toBe(1);
});

test("tells nothing about moves with pauses, and moves because the page scrolls", () => {
  const page = openPage();
  page.moveFor(10 * ENDLESS_MOVE_MS, MOVE_PAUSE_MS + 100);
  for (let scrolls = 0; scrolls < 10; scrolls++) {
    page.window.dispatchEvent(new Event("scroll"));
    page.moveFor(ENDLESS_MOVE_MS / 2);
  }
  expect(page.told()).toBe(0);
});
