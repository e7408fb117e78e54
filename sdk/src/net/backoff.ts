import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";

/**
 * Full jitter: any moment between now and the ceiling, so that a crowd that was cut off together does not come back
 * together ("Exponential backoff and jitter", AWS architecture blog). In milliseconds.
 */
export function backoff_ms(rng: Rng, attempt: number, ceiling_ms: number, base_ms = limits.reconnect_base_ms): number {
  return rng.next() * Math.min(ceiling_ms, base_ms * 2 ** Math.min(attempt, 30));
}

/** How far reconnects spread: quickly while a restart is likely, slowly when the server stays away. */
export function reconnectCeiling_ms(attempt: number): number {
  return attempt < limits.reconnect_quick_attempts ? limits.reconnect_cap_ms : limits.reconnect_slow_cap_ms;
}
