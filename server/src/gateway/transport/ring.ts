import type { Frame } from "../../channels/subscriber.ts";

/** Messages after a sequence number, or a gap if some of them were dropped. */
export type RingReplay =
  | { readonly outcome: "complete"; readonly messages: readonly Sequenced[] }
  /** `oldest`: number of the oldest stored message, or of the next one. */
  | { readonly outcome: "gap"; readonly oldest: number };

/** Message with its number. Numbers start at 1 without gaps. */
export interface Sequenced {
  readonly sequence: number;
  readonly frame: Frame;
}

export interface RingLimits {
  readonly messages_max: number;
  readonly bytes_max: number;
  /** Called for each message dropped for lack of space, but not for acknowledged ones. */
  readonly onEvict?: ((message: Sequenced) => void) | undefined;
}

/** Maximum empty slots at the front of the array, unless they're less than half of it. */
const EMPTY_MAX = 32;

/**
 * Bounded log of one session's messages, numbered from 1. When it's full, drops the oldest, so that memory never
 * exceeds `bytes_max`. A reader that needs dropped messages gets an explicit gap. Acknowledged messages are freed
 * early.
 *
 * @example
 * const ring = new Ring({ messages_max: 1_000, bytes_max: 100_000 });
 * ring.push("a");
 * ring.after(0); // { outcome: "complete", messages: [{ sequence: 1, frame: "a" }] }
 */
export class Ring {
  readonly #limits: RingLimits;
  /** Messages after the empty slots of dropped ones. */
  #messages: (Sequenced | undefined)[] = [];
  #first = 0;
  #last = 0;
  #bytes = 0;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** Number of the newest message, or 0 if there was none. */
  get last(): number {
    return this.#last;
  }

  /** Number of the oldest stored message, or of the next one if there are none. */
  get oldest(): number {
    return this.#messages[this.#first]?.sequence ?? this.#last + 1;
  }

  get size(): number {
    return this.#messages.length - this.#first;
  }

  get bytes(): number {
    return this.#bytes;
  }

  push(frame: Frame): number {
    this.#last++;
    this.#messages.push({ sequence: this.#last, frame });
    this.#bytes += byteLength(frame);
    while (this.size > this.#limits.messages_max || this.#bytes > this.#limits.bytes_max) {
      const evicted = this.#dropOldest();
      if (evicted !== undefined) this.#limits.onEvict?.(evicted);
    }
    return this.#last;
  }

  /** Everything numbered above `sequence`. Empty for numbers above the newest one. */
  after(sequence: number): RingReplay {
    const { oldest } = this;
    if (sequence + 1 < oldest) return { outcome: "gap", oldest };
    const from = this.#first + sequence + 1 - oldest;
    return { outcome: "complete", messages: this.#messages.slice(from).filter((message) => message !== undefined) };
  }

  /** Drops everything numbered up to and including `sequence`. */
  acknowledge(sequence: number): void {
    while (this.size > 0 && this.oldest <= sequence) this.#dropOldest();
  }

  #dropOldest(): Sequenced | undefined {
    const oldest = this.#messages[this.#first];
    if (oldest === undefined) return undefined;
    this.#bytes -= byteLength(oldest.frame);
    this.#messages[this.#first] = undefined;
    this.#first++;
    // Compact once half of the array is empty, so that the amortized cost is constant.
    if (this.#first === this.#messages.length || (this.#first > EMPTY_MAX && this.#first * 2 > this.#messages.length)) {
      this.#messages = this.#messages.slice(this.#first);
      this.#first = 0;
    }
    return oldest;
  }
}

function byteLength(frame: Frame): number {
  return typeof frame === "string" ? Buffer.byteLength(frame) : frame.byteLength;
}
