import type { Cancel, Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { SECOND_MS } from "@fanfare/contract/limits";

/**
 * Counts what a client of a resumable connection says, so that what it says again after a new socket is heard once
 * (HubProtocol, "Stateful reconnect"). Invocations, items, completions and cancellations count, from 1; nothing else does.
 */
export class Resumption {
  readonly #clock: Clock;
  readonly #acknowledge: (sequence: number) => void;
  /** The number of the newest message that was heard. */
  #heard = 0;
  /** The number of the message that arrived last, on the present socket. */
  #arrived = 0;
  #is_waiting = false;
  #cancelAck: Cancel | undefined;
  #resumed_ms: readonly number[] = [];

  /** `acknowledge` tells the client what it need not keep any more. */
  constructor(clock: Clock, acknowledge: (sequence: number) => void) {
    this.#clock = clock;
    this.#acknowledge = acknowledge;
  }

  /** A new socket has come; false when they come so fast that the client must be spinning. */
  resume(): boolean {
    const now_ms = this.#clock.now();
    const recent = this.#resumed_ms.filter((at_ms) => now_ms - at_ms < hubLimits.hub_resume_window_s * SECOND_MS);
    this.#resumed_ms = [...recent, now_ms];
    this.#is_waiting = true;
    return recent.length < hubLimits.hub_resumes_per_window_max;
  }

  /** Whether the next counted message is to be heard: not while the client has not said where it goes on, and not twice. */
  hears(): boolean {
    if (this.#is_waiting) return false;
    this.#arrived++;
    if (this.#arrived <= this.#heard) return false;
    this.#heard = this.#arrived;
    this.#cancelAck ??= this.#clock.after(hubLimits.hub_ack_delay_ms, () => {
      this.#cancelAck = undefined;
      this.#acknowledge(this.#heard);
    });
    return true;
  }

  /** The client goes on with the message of this number; false when that leaves out some that were never heard. */
  goOn(sequence: number): boolean {
    if (sequence < 1 || sequence > this.#heard + 1) return false;
    this.#is_waiting = false;
    this.#arrived = sequence - 1;
    return true;
  }

  stop(): void {
    this.#cancelAck?.();
    this.#cancelAck = undefined;
  }
}
