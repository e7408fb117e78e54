/** How long a visible page counts as present. */
export const PRESENCE_MS = 45_000;

/** Places one order every `every_ms` while a page is present. */
export interface Simulator {
  seen(): void;
  stop(): void;
}

/**
 * @param every_ms 0 turns the simulator off.
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
