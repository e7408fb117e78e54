import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";

/** The moment that a server which stops gives to clients between two requests: the next one is told the end. */
export interface LastRequests {
  /** Resolves at once where nobody is left, when the last one has heard, or after the moment, when `abandon` has let go of the rest. */
  settled(left: number, abandon: () => void): Promise<void>;
  /** Nobody is left. */
  emptied(): void;
}

/**
 * @example
 * const last = createLastRequests(clock);
 * await last.settled(open.size, () => [...open.values()].forEach((session) => session.abandon()));
 */
export function createLastRequests(clock: Clock): LastRequests {
  let onEmpty = (): void => {};
  return {
    settled(left, abandon) {
      if (left === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(hubLimits.hub_last_request_ms, () => {
        // Who is gone without a word would keep the process for as long as it is waited for otherwise.
        abandon();
        resolve();
      });
      onEmpty = () => {
        cancel();
        resolve();
      };
      return promise;
    },
    emptied: () => onEmpty(),
  };
}
