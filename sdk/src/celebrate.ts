import type { CelebrateOptions, Celebration } from "./api.ts";
import type { CelebrationHandle, CelebrationOptions } from "./ui/types.ts";

export type Celebrate = (options: CelebrationOptions) => CelebrationHandle;

/** A celebration that can be stopped before its code has arrived. */
export function celebrateWhenLoaded(
  load: () => Promise<Celebrate>,
  options: CelebrateOptions & Omit<CelebrationOptions, keyof CelebrateOptions> & Pick<CelebrationOptions, "rng">,
): Celebration {
  let handle: CelebrationHandle | undefined;
  let unwanted: "stopped" | "cancelled" | undefined;
  const finished = (async () => {
    try {
      const celebrate = await load();
      if (unwanted !== undefined) return { reason: unwanted };
      handle = celebrate(options);
      return await handle.finished;
    } catch {
      // No code, no confetti: a celebration is never worth an error.
      return { reason: "unavailable" as const };
    }
  })();
  return {
    finished,
    stop() {
      unwanted ??= "stopped";
      handle?.stop();
    },
    cancel() {
      unwanted ??= "cancelled";
      handle?.cancel();
    },
  };
}
