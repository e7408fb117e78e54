import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";

/**
 * Returns a delay in milliseconds with full jitter: a random value up to the ceiling, so that clients disconnected
 * together don't reconnect together ("Exponential backoff and jitter", AWS architecture blog).
 */
export function backoff_ms(rng: Rng, attempt: number, ceiling_ms: number, base_ms = limits.reconnect_base_ms): number {
  return rng.next() * Math.min(ceiling_ms, base_ms * 2 ** Math.min(attempt, 30));
}

/** Backoff ceiling: short while a restart is likely, long when the server stays unreachable. */
export function reconnectCeiling_ms(attempt: number): number {
  return attempt < limits.reconnect_quick_attempts ? limits.reconnect_cap_ms : limits.reconnect_slow_cap_ms;
}
