import { SECOND_MS } from "@fanfare/contract/limits";

/** Token bucket that holds `burst` and refills by `per_second`. */
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

  /** Takes `amount` tokens, or none if there aren't enough. Returns whether it took them. */
  take(amount: number, now_ms: number): boolean {
    // Ignore clocks that go back.
    const passed_s = Math.max(0, now_ms - this.#filled_ms) / SECOND_MS;
    this.#filled_ms = now_ms;
    this.#tokens = Math.min(this.#burst, this.#tokens + passed_s * this.#per_second);
    if (this.#tokens < amount) return false;
    this.#tokens -= amount;
    return true;
  }
}
