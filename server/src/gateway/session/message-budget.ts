import { SECOND_MS } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";

/**
 * Outcome of an inbound message. Dropped messages aren't parsed; `dropped_first` starts a series of them and gets one
 * error. `flooding`: the series is too long, and the connection closes.
 */
export type InboundDecision = "accepted" | "too_large" | "dropped_first" | "dropped" | "flooding";

/**
 * Rate limit of one client: token buckets for messages and for bytes. A message takes from both or neither. Control
 * frames aren't counted.
 */
export class MessageBudget {
  #messages: number;
  #bytes: number;
  #filled_ms: number;
  /** Dropped messages minus messages accepted since, so that a few accepted messages don't end a flood. */
  #dropped = 0;

  constructor(now_ms: number, allowed: AppLimits) {
    this.#messages = allowed.inbound_messages_burst_max;
    this.#bytes = allowed.inbound_bytes_burst_max;
    this.#filled_ms = now_ms;
  }

  take(bytes: number, now_ms: number, allowed: AppLimits): InboundDecision {
    this.#fill(now_ms, allowed);
    if (this.#messages < 1 || this.#bytes < bytes) {
      this.#dropped++;
      if (this.#dropped > allowed.inbound_dropped_in_a_row_max) return "flooding";
      return this.#dropped === 1 ? "dropped_first" : "dropped";
    }
    this.#messages -= 1;
    this.#bytes -= bytes;
    this.#dropped = Math.max(0, this.#dropped - 1);
    return bytes > allowed.frame_bytes_max ? "too_large" : "accepted";
  }

  #fill(now_ms: number, allowed: AppLimits): void {
    // Ignore clocks that go back.
    const passed_s = Math.max(0, now_ms - this.#filled_ms) / SECOND_MS;
    this.#filled_ms = now_ms;
    this.#messages = Math.min(
      allowed.inbound_messages_burst_max,
      this.#messages + passed_s * allowed.inbound_messages_per_second_max,
    );
    this.#bytes = Math.min(
      allowed.inbound_bytes_burst_max,
      this.#bytes + passed_s * allowed.inbound_bytes_per_second_max,
    );
  }
}
