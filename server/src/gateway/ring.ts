import type { Frame } from "../channels/subscriber.ts";

/** What a reader that stopped at a sequence number gets: all that followed, or the news that some of it is gone. */
export type Replay =
  | { readonly outcome: "complete"; readonly messages: readonly Sequenced[] }
  /** `oldest`: the number of the oldest message that is still there, or will be. */
  | { readonly outcome: "gap"; readonly oldest: number };

/** A message with its number, counted from 1 without holes. */
export interface Sequenced {
  readonly sequence: number;
  readonly frame: Frame;
}

export interface RingLimits {
  readonly messages_max: number;
  readonly bytes_max: number;
  /** Is told of each message that goes because there is no room, and not of those that were acknowledged. */
  readonly onForget?: ((message: Sequenced) => void) | undefined;
}

/** Empty places at the front of the array are tolerated up to this many, and up to half of it. */
const EMPTY_MAX = 32;

/**
 * A bounded log of what was sent to one session, numbered from 1. When it is full the oldest go, so its memory never
 * exceeds `bytes_max`; a reader who needs what went is told so and never handed a silent hole. Readers acknowledge what
 * they have, which frees it early.
 *
 * @example
 * const ring = new Ring({ messages_max: 1_000, bytes_max: 100_000 });
 * ring.push("a");
 * ring.after(0); // { outcome: "complete", messages: [{ sequence: 1, frame: "a" }] }
 */
export class Ring {
  readonly #limits: RingLimits;
  /** The messages, behind the places of those that went. */
  #messages: (Sequenced | undefined)[] = [];
  /** Index of the oldest message. */
  #first = 0;
  #last = 0;
  #bytes = 0;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** The number of the newest message, 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** The number of the oldest message that is kept; of the next one where none is. */
  get oldest(): number {
    return this.#messages[this.#first]?.sequence ?? this.#last + 1;
  }

  get size(): number {
    return this.#messages.length - this.#first;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Answers the number of the message. */
  push(frame: Frame): number {
    this.#last++;
    this.#messages.push({ sequence: this.#last, frame });
    this.#bytes += byteLength(frame);
    while (this.size > this.#limits.messages_max || this.#bytes > this.#limits.bytes_max) {
      const forgotten = this.#dropOldest();
      if (forgotten !== undefined) this.#limits.onForget?.(forgotten);
    }
    return this.#last;
  }

  /** Everything numbered above `sequence`; nothing where the reader claims to have more than there is. */
  after(sequence: number): Replay {
    const { oldest } = this;
    if (sequence + 1 < oldest) return { outcome: "gap", oldest };
    const from = this.#first + sequence + 1 - oldest;
    return { outcome: "complete", messages: this.#messages.slice(from).filter((message) => message !== undefined) };
  }

  /** Forgets everything numbered up to and including `sequence`. */
  acknowledge(sequence: number): void {
    while (this.size > 0 && this.oldest <= sequence) this.#dropOldest();
  }

  #dropOldest(): Sequenced | undefined {
    const oldest = this.#messages[this.#first];
    if (oldest === undefined) return undefined;
    this.#bytes -= byteLength(oldest.frame);
    this.#messages[this.#first] = undefined;
    this.#first++;
    // Moves the rest down once half of the array is empty, so that dropping costs a constant on average.
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
