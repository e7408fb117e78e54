import type { Frame } from "../../channels/subscriber.ts";

/** The messages after a sequence number, or a gap where some of them were dropped. */
export type RingReplay =
  | { readonly outcome: "complete"; readonly messages: readonly Sequenced[] }
  /** `oldest`: the number of the oldest kept message, or of the next one. */
  | { readonly outcome: "gap"; readonly oldest: number };

/** A message with its number, counted from 1 without holes. */
export interface Sequenced {
  readonly sequence: number;
  readonly frame: Frame;
}

export interface RingLimits {
  readonly messages_max: number;
  readonly bytes_max: number;
  /** Called with each message that is dropped for lack of room, but not with acknowledged ones. */
  readonly onEvict?: ((message: Sequenced) => void) | undefined;
}

/** Empty places at the front of the array are tolerated up to this many, and up to half of it. */
const EMPTY_MAX = 32;

/**
 * A bounded log of the messages to one session, numbered from 1. When it is full the oldest are dropped, so its memory never
 * exceeds `bytes_max`; a reader who needs them gets a gap, never a silent hole. Readers acknowledge what they have, which
 * frees it early.
 *
 * @example
 * const ring = new Ring({ messages_max: 1_000, bytes_max: 100_000 });
 * ring.push("a");
 * ring.after(0); // { outcome: "complete", messages: [{ sequence: 1, frame: "a" }] }
 */
export class Ring {
  readonly #limits: RingLimits;
  /** The messages, behind the empty places of dropped ones. */
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

  /** The number of the oldest kept message; of the next one where none is kept. */
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
      const evicted = this.#dropOldest();
      if (evicted !== undefined) this.#limits.onEvict?.(evicted);
    }
    return this.#last;
  }

  /** Everything numbered above `sequence`; nothing for numbers above the newest one. */
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
    // Moves the rest down once half of the array is empty, so that the average cost is constant.
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
