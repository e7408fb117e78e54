import type { Clock } from "@fanfare/contract/lib/clock";

export interface LifecycleObserver {
  /** The page became visible, or the network is back. */
  wake(): void;
  /** The page is hidden: the browser may discard it at any time. */
  hidden(): void;
  /** The page closes or enters the back-forward cache. */
  leave(): void;
  /** The page was restored from the back-forward cache. */
  restorePage(): void;
}

/** Listens until the returned function is called. Uses no timers or polling. */
export function watchLifecycle(window: Window, observer: LifecycleObserver): () => void {
  const { document } = window;
  const listeners: readonly (readonly [target: EventTarget, event: string, listener: () => void])[] = [
    [
      document,
      "visibilitychange",
      () => (document.visibilityState === "visible" ? observer.wake() : observer.hidden()),
    ],
    [window, "focus", observer.wake],
    [window, "online", observer.wake],
    [window, "pagehide", observer.leave],
    // Also fires after every load; `restorePage` is safe to call at any time.
    [window, "pageshow", observer.restorePage],
  ];
  const end = new AbortController();
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener, end);
  return () => end.abort();
}

/** Resolves when a prerendered page is activated, otherwise in the next task, to keep the page's startup task short. */
export function whenActivated(document: Document, clock: Clock): Promise<void> {
  // Missing in some browsers, despite its type.
  const { prerendering }: Document & { readonly prerendering?: boolean } = document;
  return new Promise((resolve) => {
    if (prerendering) document.addEventListener("prerenderingchange", () => resolve(), { once: true });
    else clock.after(0, resolve);
  });
}
