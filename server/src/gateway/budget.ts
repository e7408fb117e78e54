import type { AppLimits } from "@fanfare/contract/app-settings";
import { limits, SECOND_MS } from "@fanfare/contract/limits";

export type BudgetLimits = Pick<
  AppLimits,
  | "inbound_messages_per_second_max"
  | "inbound_messages_burst_max"
  | "inbound_bytes_per_second_max"
  | "inbound_bytes_burst_max"
>;

/**
 * How much one client may send: a bucket of messages and one of bytes, filled evenly over time. `allow` takes from both or
 * says no; control frames are never counted.
 */
export class Budget {
  #messages: number;
  #bytes: number;
  #filled_ms: number;
  #dropped = 0;

  constructor(now_ms: number, allowed: BudgetLimits = limits) {
    this.#messages = allowed.inbound_messages_burst_max;
    this.#bytes = allowed.inbound_bytes_burst_max;
    this.#filled_ms = now_ms;
  }

  /**
   * Messages that were refused, less those that were allowed since: time lets one through now and then in the middle of any
   * flood, and that does not end the flood.
   */
  get dropped_in_a_row(): number {
    return this.#dropped;
  }

  allow(bytes: number, now_ms: number, allowed: BudgetLimits = limits): boolean {
    // A clock that was set back fills nothing.
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
    if (this.#messages < 1 || this.#bytes < bytes) {
      this.#dropped++;
      return false;
    }
    this.#messages -= 1;
    this.#bytes -= bytes;
    this.#dropped = Math.max(0, this.#dropped - 1);
    return true;
  }
}
