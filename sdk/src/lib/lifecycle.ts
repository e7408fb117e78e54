import type { Clock } from "@fanfare/contract/lib/clock";

/** What happens to a page as a whole. */
export interface LifecycleObserver {
  /** Somebody looks at it again, or the network is back. */
  wake(): void;
  /** Nobody looks at it: the browser may end it at any time from now on. */
  hidden(): void;
  /** It goes, for good or into the back-forward cache. */
  leave(): void;
  /** It came out of the back-forward cache. */
  restorePage(): void;
}

/** Listens until the returned function is called. No timer, no polling. */
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
    // Follows every load as well; coming back is safe at any time.
    [window, "pageshow", observer.restorePage],
  ];
  const end = new AbortController();
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener, end);
  return () => end.abort();
}

/**
 * Resolves when the page is really opened (browsers run pages ahead of a click that may never come), in a task of its own:
 * what starts a page is long enough.
 */
export function whenActivated(document: Document, clock: Clock): Promise<void> {
  // Not every browser has it, whatever the types say.
  const { prerendering }: Document & { readonly prerendering?: boolean } = document;
  return new Promise((resolve) => {
    if (prerendering) document.addEventListener("prerenderingchange", () => resolve(), { once: true });
    else clock.after(0, resolve);
  });
}
