import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";

/** `conflict`: the key was used with another body. */
export type Claim = "first" | "repeated" | "conflict";

/**
 * Idempotency keys used by each app's backend. `claim` returns whether this is the first use. Calls with the same key
 * and `fingerprint` are the same call.
 */
export interface IdempotencyKeys {
  claim(app_id: AppId, key: string, fingerprint: string, allowed?: IdempotencyLimits): Claim;
}

export type IdempotencyLimits = Pick<AppLimits, "idempotency_hours_max" | "idempotency_keys_max">;

/**
 * In-memory keys of this process. Keeps each app's `idempotency_keys_max` newest keys for `idempotency_hours_max`
 * hours.
 *
 * @example
 * const keys = createIdempotencyKeys(clock);
 * keys.claim(app.id, "order-7", md5); // "first"
 */
export function createIdempotencyKeys(clock: Pick<Clock, "now">): IdempotencyKeys {
  const apps = new Map<AppId, Map<string, { readonly fingerprint: string; readonly expires_ms: number }>>();
  return {
    claim(app_id, key, fingerprint, allowed = limits) {
      const known = apps.get(app_id) ?? new Map();
      apps.set(app_id, known);
      const now_ms = clock.now();
      const before = known.get(key);
      if (before !== undefined && before.expires_ms > now_ms) {
        return before.fingerprint === fingerprint ? "repeated" : "conflict";
      }
      // Delete first, so that the entry moves to the end: the map is ordered by expiry.
      known.delete(key);
      known.set(key, { fingerprint, expires_ms: now_ms + allowed.idempotency_hours_max * HOUR_MS });
      for (const [oldest, { expires_ms }] of known) {
        if (known.size <= allowed.idempotency_keys_max && expires_ms > now_ms) break;
        known.delete(oldest);
      }
      return "first";
    },
  };
}
