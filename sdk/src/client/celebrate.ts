import type { CelebrateOptions } from "../api/options.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions } from "../ui/types.ts";

export type Celebrate = (options: CelebrationOptions) => CelebrationHandle;

/** Returns a celebration handle that can be stopped before its code has loaded. */
export function celebrateWhenLoaded(
  load: () => Promise<Celebrate>,
  options: CelebrateOptions & Omit<CelebrationOptions, keyof CelebrateOptions> & Pick<CelebrationOptions, "rng">,
): CelebrationHandle {
  let handle: CelebrationHandle | undefined;
  let unwanted: CelebrationEnd | undefined;
  const finished = (async () => {
    try {
      const celebrate = await load();
      if (unwanted) return { reason: unwanted };
      handle = celebrate(options);
      return await handle.finished;
    } catch {
      // A celebration whose code fails to load must not cause an error.
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
