import { limits } from "@fanfare/contract/limits";

/**
 * Lets few handshakes run per turn of the event loop. If thousands of clients connect at once, messages and requests of
 * all others run between the turns, and not after the last handshake.
 *
 * @example
 * const turns = new HandshakeTurns();
 * return turns.run(() => upgrade(request)); // Now, or a promise if this turn has had its share.
 */
export class HandshakeTurns {
  readonly #next: (run: () => void) => void;
  #left = limits.handshakes_per_turn_max;
  #is_expected = false;
  /**
   * First in, first out: a list of functions with the place of the first, so that taking one is cheap. Each belongs to an
   * open socket, of which the process has a limited number.
   */
  #waiting: (() => void)[] = [];
  #first = 0;

  /** `next`: calls a function after the input of this turn was read. */
  constructor(next: (run: () => void) => void = setImmediate) {
    this.#next = next;
  }

  run<Result>(begin: () => Promise<Result> | Result): Promise<Result> | Result {
    this.#expect();
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left--;
      return begin();
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(begin());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #expect(): void {
    if (this.#is_expected) return;
    this.#is_expected = true;
    this.#next(() => this.#turn());
  }

  #turn(): void {
    this.#is_expected = false;
    this.#left = limits.handshakes_per_turn_max;
    while (this.#left > 0 && this.#first < this.#waiting.length) {
      this.#left--;
      this.#waiting[this.#first++]?.();
    }
    if (this.#first < this.#waiting.length) {
      this.#expect();
      return;
    }
    this.#waiting = [];
    this.#first = 0;
  }
}
