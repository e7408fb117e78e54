import type { CelebrateOptions } from "../api/options.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions } from "../ui/types.ts";

export type Celebrate = (options: CelebrationOptions) => CelebrationHandle;

/** Returns a celebration handle that can be stopped before its code has loaded. */
export function celebrateWhenLoaded(
  load: () => Promise<Celebrate>,
  options: () => CelebrateOptions & Omit<CelebrationOptions, keyof CelebrateOptions> & Pick<CelebrationOptions, "rng">,
): CelebrationHandle {
  let handle: CelebrationHandle | undefined;
  let unwanted: CelebrationEnd | undefined;
  const finished = (async () => {
    try {
      // Before any wait: the page may change its options afterwards.
      const given = options();
      const celebrate = await load();
      if (unwanted) return { reason: unwanted };
      handle = celebrate(given);
      return await handle.finished;
    } catch {
      // Neither code that fails to load nor an option that can't be read may cause an error.
      return { reason: "unavailable" as const };
    }
  })();
  return {
    finished,
    shown: () => !!handle?.shown(),
    stop() {
      unwanted ??= "stopped";
      handle?.stop();
    },
    cancel(reason = "cancelled") {
      unwanted ??= reason;
      handle?.cancel(reason);
    },
  };
}
