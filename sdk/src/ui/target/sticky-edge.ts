import { call, read } from "../../lib/native.ts";
import type { Page } from "../types.ts";

/**
 * The lower edge of fixed and sticky headers at this point, including stacked ones; `y` if there are none. Ignores
 * `ours`.
 */
export function stickyEdge(window: Page["window"], ours: Element, x: number, y: number): number {
  const { document } = window;
  let at = call(document, "elementsFromPoint", x, y + 1).find((each) => each !== ours) ?? null;
  for (; at !== null; at = read(at, "parentElement")) {
    const { bottom, height } = call(at, "getBoundingClientRect");
    const stays = /fixed|sticky/.test(window.getComputedStyle(at).position);
    if (stays && height < window.innerHeight / 2 && bottom > y) return stickyEdge(window, ours, x, bottom);
  }
  return y;
}
