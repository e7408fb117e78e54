/** How long a page that showed itself counts as somebody sitting at the desk. */
export const PRESENCE_MS = 45_000;

/** Customers, while somebody watches: one order every `every_ms`, none when nobody is there. */
export interface Simulator {
  /** A page is open and visible. */
  seen(): void;
  stop(): void;
}

/**
 * @param every_ms 0 switches the simulator off.
 * @example
 * const simulator = createSimulator({ every_ms: 25_000, now: Date.now, place: () => desk.place() });
 */
export function createSimulator(deps: {
  readonly every_ms: number;
  readonly now: () => number;
  readonly place: () => void;
}): Simulator {
  let last_seen_ms = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tick = (): void => {
    timer = undefined;
    if (deps.now() - last_seen_ms > PRESENCE_MS) return;
    deps.place();
    timer = setTimeout(tick, deps.every_ms);
  };

  return {
    seen() {
      last_seen_ms = deps.now();
      if (deps.every_ms > 0 && timer === undefined) timer = setTimeout(tick, deps.every_ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
