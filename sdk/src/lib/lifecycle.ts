import type { Clock } from "@fanfare/contract/lib/clock";

/** `persisted`: the page may return. */
export type PageHide = Pick<PageTransitionEvent, "persisted">;

export interface LifecycleObserver {
  /** The page became visible, or the network is back. */
  wake(): void;
  /** The page is hidden: the browser may discard it at any time. */
  hidden(): void;
  /** The page closes or enters the back-forward cache. */
  leave(event: PageHide): void;
  /** The page was restored from the back-forward cache. */
  restorePage(): void;
}

/** Listens until the returned function is called. Uses no timers or polling. */
export function watchLifecycle(window: Window, observer: LifecycleObserver): () => void {
  const listeners: readonly (readonly [event: string, listener: (event: PageTransitionEvent) => void])[] = [
    [
      "visibilitychange",
      () => (documentState(window, "visibilityState") === "visible" ? observer.wake() : observer.hidden()),
    ],
    ["focus", observer.wake],
    ["online", observer.wake],
    ["pagehide", observer.leave],
    // Also fires after every load; `restorePage` is safe to call at any time.
    ["pageshow", observer.restorePage],
  ];
  const end = new AbortController();
  // Cast: only `leave` reads the event, and its event has this type.
  for (const [event, listener] of listeners) window.addEventListener(event, listener as EventListener, end);
  return () => end.abort();
}

/** Resolves when a prerendered page is activated, otherwise in the next task, to keep the page's startup task short. */
export function whenActivated(window: Window, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    if (documentState(window, "prerendering")) window.addEventListener("prerenderingchange", () => resolve(), true);
    else clock.after(0, resolve);
  });
}

/** As `read` of native.ts, which is in a file that pages without content don't load. */
function documentState({ document }: Window, name: "prerendering" | "visibilityState"): unknown {
  return Reflect.get(Object.getPrototypeOf(document), name, document);
}
