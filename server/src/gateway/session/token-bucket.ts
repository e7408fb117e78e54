import { SECOND_MS } from "@fanfare/contract/limits";

/** A token bucket: holds `burst`, fills by `per_second` evenly over time. */
export class TokenBucket {
  readonly #per_second: number;
  readonly #burst: number;
  #tokens: number;
  #filled_ms: number;

  constructor(per_second: number, now_ms: number, burst: number = per_second) {
    this.#per_second = per_second;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filled_ms = now_ms;
  }

  /** Whether `amount` tokens could be taken; if not, none are. */
  take(amount: number, now_ms: number): boolean {
    // A clock that was set back adds nothing.
    const passed_s = Math.max(0, now_ms - this.#filled_ms) / SECOND_MS;
    this.#filled_ms = now_ms;
    this.#tokens = Math.min(this.#burst, this.#tokens + passed_s * this.#per_second);
    if (this.#tokens < amount) return false;
    this.#tokens -= amount;
    return true;
  }
}
