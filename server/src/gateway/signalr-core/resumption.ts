import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";

/**
 * Counts messages of a resumable connection, so that messages repeated on a new socket run only once (HubProtocol,
 * "Stateful reconnect"). Counts only invocations, items, completions, and cancellations, starting at 1.
 */
export class Resumption {
  readonly #clock: Clock;
  readonly #acknowledge: (sequence: number) => void;
  #accepted = 0;
  #arrived = 0;
  #is_waiting = false;
  #cancelAck: Cancel | undefined;
  #resumed_ms: readonly number[] = [];

  /** @param acknowledge Sends the number up to which the client may drop its messages. */
  constructor(clock: Clock, acknowledge: (sequence: number) => void) {
    this.#clock = clock;
    this.#acknowledge = acknowledge;
  }

  /** Starts a new socket. Returns false if the client reconnects in a tight loop. */
  resume(): boolean {
    const now_ms = this.#clock.now();
    const recent = this.#resumed_ms.filter((at_ms) => now_ms - at_ms < hubLimits.hub_resume_window_s * SECOND_MS);
    this.#resumed_ms = [...recent, now_ms];
    this.#is_waiting = true;
    return recent.length < hubLimits.hub_resumes_per_window_max;
  }

  /**
   * Whether to run the next counted message. False until the client has sent its resume position, and for repeated
   * messages.
   */
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

  /** Resumes with the message of this number. Returns false if that skips messages that were never accepted. */
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
