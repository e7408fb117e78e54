import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";

/**
 * Does something to each of many, in batches over `spread_ms`, so that they do not all come back at one moment. Resolves
 * when the last had its turn.
 *
 * @example
 * await spread(clock, [...open.values()], (session) => session.receive({ kind: "end", reason }), limits.drain_spread_ms);
 */
export function spread<Item>(
  clock: Clock,
  items: readonly Item[],
  act: (item: Item) => void,
  spread_ms: number,
): Promise<void> {
  const waiting = [...items];
  const batches = Math.max(1, Math.ceil(waiting.length / limits.drain_close_batch));
  const { promise, resolve } = Promise.withResolvers<void>();
  const actOnBatch = (): void => {
    for (const item of waiting.splice(0, limits.drain_close_batch)) act(item);
    if (waiting.length === 0) resolve();
    else clock.after(spread_ms / batches, actOnBatch);
  };
  actOnBatch();
  return promise;
}
