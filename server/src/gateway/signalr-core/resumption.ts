import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";

/**
 * Counts the messages of a resumable connection, so that those that the client repeats on a new socket run once
 * (HubProtocol, "Stateful reconnect"). Invocations, items, completions, and cancellations count, from 1; nothing else does.
 */
export class Resumption {
  readonly #clock: Clock;
  readonly #acknowledge: (sequence: number) => void;
  /** The number of the newest accepted message. */
  #accepted = 0;
  /** The number of the last message on the current socket. */
  #arrived = 0;
  #is_waiting = false;
  #cancelAck: Cancel | undefined;
  #resumed_ms: readonly number[] = [];

  /** `acknowledge` sends the number up to which the client may drop its messages. */
  constructor(clock: Clock, acknowledge: (sequence: number) => void) {
    this.#clock = clock;
    this.#acknowledge = acknowledge;
  }

  /** Starts a new socket; false if they come so fast that the client must be spinning. */
  resume(): boolean {
    const now_ms = this.#clock.now();
    const recent = this.#resumed_ms.filter((at_ms) => now_ms - at_ms < hubLimits.hub_resume_window_s * SECOND_MS);
    this.#resumed_ms = [...recent, now_ms];
    this.#is_waiting = true;
    return recent.length < hubLimits.hub_resumes_per_window_max;
  }

  /** Whether to run the next counted message: not before the client has sent where it resumes, and not twice. */
  accept(): boolean {
    if (this.#is_waiting) return false;
    this.#arrived++;
    if (this.#arrived <= this.#accepted) return false;
    this.#accepted = this.#arrived;
    this.#cancelAck ??= this.#clock.after(hubLimits.hub_ack_delay_ms, () => {
      this.#cancelAck = undefined;
      this.#acknowledge(this.#accepted);
    });
    return true;
  }

  /** The client resumes with the message of this number; false if that skips messages that were never accepted. */
  resumeAt(sequence: number): boolean {
    if (sequence < 1 || sequence > this.#accepted + 1) return false;
    this.#is_waiting = false;
    this.#arrived = sequence - 1;
    return true;
  }

  stop(): void {
    this.#cancelAck?.();
    this.#cancelAck = undefined;
  }
}
