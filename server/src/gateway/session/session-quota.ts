import { limits } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";

/** Limits sessions held open by HTTP requests, per caller of an app and in total. */
export interface SessionQuota {
  /** Takes a session slot and returns its idempotent release function. Undefined if there are none left. */
  take(app: AppRecord, network: string): (() => void) | undefined;
}

/**
 * @example
 * const quota = createSessionQuota();
 * const release = quota.take(app, "203.0.113.7");
 */
export function createSessionQuota(total_max: number = limits.http_sessions_max): SessionQuota {
  const held = new Map<string, number>();
  let total = 0;
  return {
    take({ id, settings }, network) {
      const caller = `${id} ${network}`;
      const count = held.get(caller) ?? 0;
      if (count >= settings.limits.http_sessions_per_caller_max || total >= total_max) return undefined;
      held.set(caller, count + 1);
      total++;
      let is_held = true;
      return () => {
        if (!is_held) return;
        is_held = false;
        total--;
        const left = (held.get(caller) ?? 0) - 1;
        if (left > 0) held.set(caller, left);
        else held.delete(caller);
      };
    },
  };
}
