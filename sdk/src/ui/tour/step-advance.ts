import type { Advance } from "@fanfare/contract/content/tour";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { read } from "../../lib/native.ts";
import type { Guard } from "../dom/guard.ts";
import { INPUT_REST_MS } from "../limits.ts";
import type { Page } from "../types.ts";

export interface AdvanceDeps {
  /** Its timers are guarded. */
  readonly page: Page;
  readonly guard: Guard;
  readonly box: HTMLElement;
  readonly heading: HTMLElement;
  isAt(pattern: string): boolean;
}

/** What is watched during one step. */
export interface Advances {
  heard(event?: string): void;
  /** Advances now if the person did so, without waiting for a timer. */
  settle(): void;
  readonly stop: Cancel;
}

/**
 * Waits for an advance without a button, and calls `next` at most once, after the page's own listeners. Listens only on
 * the window and removes all listeners when stopped.
 */
export function watchAdvances(
  deps: AdvanceDeps,
  ways: readonly Advance[],
  target: Element | null,
  next: () => void,
): Advances {
  const { page, guard, isAt } = deps;
  const stops: Cancel[] = [];
  const events = new Set<string>();
  const urls: { readonly pattern: string; met: boolean }[] = [];
  let over = false;
  let settle = (): void => {};
  const stop = (): void => {
    over = true;
    for (const each of stops) each();
  };
  const go = (): void => {
    if (over) return;
    stop();
    next();
  };
  const listen = (to: EventTarget, name: string, onEvent: (event: Event) => void): void => {
    const guarded = guard(onEvent);
    to.addEventListener(name, guarded, true);
    stops.push(() => to.removeEventListener(name, guarded, true));
  };
  /** Listens for an event at the target, also inside a same-site frame. */
  const atTarget = (name: string, onEvent: (field: EventTarget | undefined) => void): void => {
    if (target === null) return;
    listen(read(read(target, "ownerDocument"), "defaultView") ?? page.window, name, (event) => {
      const path = event.composedPath();
      if (path.includes(target)) onEvent(path[0]);
    });
  };

  for (const way of ways) {
    switch (way.kind) {
      case "click":
        atTarget("click", () => {
          stops.push(page.clock.after(0, go));
          settle = go;
        });
        break;
      case "input":
        stops.push(
          onceFilled(page, guard, atTarget, go, (check) => {
            settle = check;
          }),
        );
        break;
      case "event":
        events.add(way.event);
        break;
      case "url":
        urls.push({ pattern: way.pattern, met: isAt(way.pattern) });
        break;
      case "delay":
        stops.push(countDown(deps, way.after_ms, go, listen));
    }
  }
  return {
    stop,
    settle: () => settle(),
    heard(event) {
      if (event !== undefined && events.has(event)) go();
      for (const url of urls) {
        const was = url.met;
        url.met = isAt(url.pattern);
        if (url.met && !was) go();
      }
    },
  };
}

/** A field of the target has a value, and typing has paused. `onTyped` receives what checks it without a pause. */
function onceFilled(
  { clock }: Page,
  guard: Guard,
  atTarget: (name: string, hear: (field: EventTarget | undefined) => void) => void,
  done: () => void,
  onTyped: (check: () => void) => void,
): Cancel {
  let rest: Cancel = () => {};
  // Without the code, the step stays.
  const load = () => import("./field-filled.ts").catch(() => {});
  // Ahead: a form that is sent leaves the page before the code would be there.
  void load();
  atTarget("input", (field) => {
    rest();
    const loading = load().then((code) => {
      const check = guard(() => code?.isFilled(field) && done());
      onTyped(check);
      return check;
    });
    rest = clock.after(INPUT_REST_MS, () => void loading.then((check) => check()));
  });
  return () => rest();
}

/** Counts down while the card is visible and not hovered or focused. */
function countDown(
  { page, box, heading }: AdvanceDeps,
  after_ms: number,
  done: () => void,
  listen: (to: EventTarget, name: string, hear: () => void) => void,
): Cancel {
  const { document, clock } = page;
  let left_ms = after_ms;
  let since_ms: number | undefined;
  let cancel: Cancel = () => {};
  const isHeld = (): boolean =>
    read(document, "visibilityState") !== "visible" ||
    box.matches(":hover") ||
    // We focus the heading ourselves, so it doesn't count. Cards rendered by the page are siblings of the box.
    [box, ...shadowHost(box).children].some((place) =>
      [...place.querySelectorAll(":focus-visible")].some((each) => each !== heading),
    );
  const look = (): void => {
    cancel();
    if (since_ms !== undefined) left_ms -= clock.now() - since_ms;
    since_ms = undefined;
    if (isHeld()) return;
    since_ms = clock.now();
    cancel = clock.after(Math.max(0, left_ms), done);
  };
  for (const name of ["pointerenter", "pointerleave", "focusin", "focusout"]) listen(box, name, look);
  listen(document, "visibilitychange", look);
  look();
  return () => cancel();
}

function shadowHost(box: HTMLElement): Element {
  const root = box.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : box;
}
