import type { Cancel } from "@fanfare/contract/lib/clock";
import { call, read } from "../../lib/native.ts";
import { SEEN_LOOK_GAP_MS_MAX, SEEN_MS, SEEN_SHARE_MIN } from "../limits.ts";
import type { Page } from "../types.ts";

/** Calls `tell` once on an impression. Returns a function that stops watching. */
export type OnImpression = (
  page: Pick<Page, "window" | "clock">,
  box: Element,
  tell: () => void,
  seen_ms?: number,
) => Cancel;

/**
 * An impression: at least half of the element, or of the screen, was visible for `seen_ms` (by default, one second)
 * without interruption, in a visible tab and not covered by the page. Event-driven while the element can't be seen.
 *
 * @example
 * const stop = onImpression({ window, clock: systemClock }, card, () => count("seen"));
 */
export const onImpression: OnImpression = ({ window, clock }, box, onSeen, seen_ms = SEEN_MS) => {
  const { document } = window;
  let in_sight = false;
  let gap_ms = seen_ms;
  let cancel: Cancel | undefined;

  const wait = (): void => {
    cancel = clock.after(gap_ms, () => {
      const covered = !isUncovered(window, box);
      if (!covered && gap_ms === seen_ms) {
        stop();
        onSeen();
        return;
      }
      // Recheck covered elements with increasing intervals, because no event fires when they are uncovered.
      gap_ms = covered ? Math.min(gap_ms * 2, SEEN_LOOK_GAP_MS_MAX) : seen_ms;
      wait();
    });
  };
  const judge = (): void => {
    cancel?.();
    gap_ms = seen_ms;
    if (in_sight && read(document, "visibilityState") === "visible") wait();
  };
  const observer = new window.IntersectionObserver(
    (entries) => {
      const now = entries.at(-1);
      if (now === undefined) return;
      const { width, height } = now.intersectionRect;
      const of_screen = (width * height) / (window.innerWidth * window.innerHeight);
      const was = in_sight;
      in_sight = Math.max(now.intersectionRatio, of_screen) >= SEEN_SHARE_MIN;
      if (in_sight !== was) judge();
      if (!box.isConnected) stop();
    },
    { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6] },
  );
  const stop = (): void => {
    cancel?.();
    observer.disconnect();
    window.removeEventListener("visibilitychange", judge);
  };
  window.addEventListener("visibilitychange", judge);
  observer.observe(box);
  return stop;
};

/**
 * Whether most of the element is on top of the page, sampled at five points. Considers only elements that receive
 * pointer events.
 */
function isUncovered(window: Page["window"], box: Element): boolean {
  if (box.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) return false;
  if (window.getComputedStyle(box).pointerEvents === "none") return true;
  const { left, top, right, bottom } = box.getBoundingClientRect();
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
  const width = Math.min(right, window.innerWidth) - x;
  const height = Math.min(bottom, window.innerHeight) - y;
  const tree = box.getRootNode();
  const host = tree instanceof window.ShadowRoot ? tree.host : box;
  const over = host.getRootNode();
  if (!isTree(over)) return false;
  const on_top = [0.2, 0.8, 0.5, 0.2, 0.8].filter((part, index) => {
    const hit = call(
      over,
      "elementFromPoint",
      x + width * part,
      y + height * (index < 2 ? 0.2 : index === 2 ? 0.5 : 0.8),
    );
    return hit !== null && host.contains(hit);
  });
  return on_top.length > 2;
}

/** Whether the page shows this root. MooTools replaces the class `Document`. */
function isTree(root: Node): root is Document | ShadowRoot {
  return "elementFromPoint" in root;
}
