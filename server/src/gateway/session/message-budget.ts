import { SECOND_MS } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";

/**
 * What happens to an inbound message. Dropped ones are not read; `dropped_first` starts a series of them, which is answered
 * once. `flooding`: the series is too long, and the connection ends.
 */
export type InboundDecision = "accepted" | "too_large" | "dropped_first" | "dropped" | "flooding";

/**
 * How much one client may send: a bucket of messages and one of bytes, filled evenly over time. A message takes from both or
 * from neither; control frames are never counted.
 */
export class MessageBudget {
  #messages: number;
  #bytes: number;
  #filled_ms: number;
  /** Dropped messages, less those that were accepted since: a few that pass in the middle of a flood don't end it. */
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
    // A clock that was set back adds nothing.
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
