import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Frame } from "../../channels/subscriber.ts";
import { Ring, type RingLimits } from "./ring.ts";
import type { Socket } from "./socket.ts";
import type { Topics } from "./topics.ts";

/** Current reader of a mailbox: a stream, a long poll, or a replaceable WebSocket. */
export interface Receiver {
  /** Called when messages or the end are ready. */
  wake(): void;
  /** Asks the client for a keepalive. */
  ping(): void;
  /** Ends a receiver because a newer one replaced it or the session ended. */
  drop(): void;
}

/** Close code and reason, sent to the client by the next receiver. */
export interface MailboxEnd {
  readonly code: number;
  readonly reason: string;
}

export interface MailboxOptions extends RingLimits {
  readonly clock: Clock;
  readonly topics: Topics;
  /** How long the session waits for its next receiver. */
  readonly linger_ms: number;
  /**
   * What happens if a client doesn't read. `lose`: the session ends, like a socket with a full buffer. An end: the
   * same, but a receiver that attaches within the linger time sends it. `forget`: drops the oldest messages, and the
   * reader gets a gap.
   */
  readonly overflow: "lose" | "forget" | MailboxEnd;
  /** Called once, when the mailbox overflows and its end waits for a receiver. */
  readonly onOverflow?: () => void;
  /** Called once, when the session ends because its client reads too slowly or not at all. */
  readonly onLost: () => void;
}

/**
 * Transport of a session with changing connections. Numbers frames and keeps them until a receiver has them.
 * Subscriptions stay with the mailbox, so nothing is missed between two receivers.
 *
 * @example
 * const mailbox = new Mailbox({
 *   clock, topics, messages_max: 1_000, bytes_max: 1_000_000, linger_ms: 5_000, overflow: "lose", onLost,
 * });
 * session.receive({ kind: "opened", socket: mailbox });
 * mailbox.attach(receiver);
 */
export class Mailbox implements Socket {
  readonly #options: MailboxOptions;
  readonly #ring: Ring;
  #acknowledged = 0;
  #receiver: Receiver | undefined;
  #ending: MailboxEnd | undefined;
  #is_discarded = false;
  #is_overflowing = false;
  #cancelLinger: Cancel | undefined;

  constructor(options: MailboxOptions) {
    this.#options = options;
    this.#ring = new Ring(options);
    this.#linger();
  }

  /** Numbered, unacknowledged frames. */
  get ring(): Pick<Ring, "after" | "last" | "oldest" | "bytes"> {
    return this.#ring;
  }

  get ending(): MailboxEnd | undefined {
    return this.#ending;
  }

  send(frame: Frame): void {
    if (this.#ending !== undefined || this.#is_discarded) return;
    this.#ring.push(frame);
    const has_lost = this.#ring.oldest > this.#acknowledged + 1;
    const { overflow } = this.#options;
    if (!has_lost || overflow === "forget") this.#receiver?.wake();
    else if (overflow === "lose") this.#lose();
    else this.#overflow(overflow);
  }

  ping(): void {
    this.#receiver?.ping();
  }

  close(code: number, reason: string): void {
    if (this.#ending !== undefined || this.#is_discarded) return;
    this.#ending = { code, reason };
    this.#receiver?.wake();
  }

  join(topic: string): void {
    if (this.#ending === undefined && !this.#is_discarded) this.#options.topics.join(topic, this);
  }

  leave(topic: string): void {
    this.#options.topics.leave(topic, this);
  }

  publish(topic: string, frame: Frame): void {
    this.#options.topics.broadcast(topic, frame, this);
  }

  /** Replaces the previous receiver, which is dropped. */
  attach(receiver: Receiver): void {
    const older = this.#receiver;
    this.#receiver = receiver;
    if (!this.#is_overflowing) {
      this.#cancelLinger?.();
      this.#cancelLinger = undefined;
    }
    older?.drop();
  }

  /** Call when the receiver has ended. Does nothing if it was already replaced. */
  detach(receiver: Receiver): void {
    if (this.#receiver !== receiver) return;
    this.#receiver = undefined;
    if (!this.#is_overflowing) this.#linger();
  }

  /** Returns and acknowledges all frames, for clients that can't acknowledge. */
  take(): readonly Frame[] {
    const replay = this.#ring.after(Math.max(this.#acknowledged, this.#ring.oldest - 1));
    this.acknowledge(this.#ring.last);
    return replay.outcome === "complete" ? replay.messages.map(({ frame }) => frame) : [];
  }

  acknowledge(sequence: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, Math.min(sequence, this.#ring.last));
    this.#ring.acknowledge(sequence);
  }

  /** Frees everything once the end was sent or is no longer read. `onLost` isn't called after that. */
  discard(): void {
    if (this.#is_discarded) return;
    this.#is_discarded = true;
    this.#cancelLinger?.();
    this.#ring.acknowledge(this.#ring.last);
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.drop();
  }

  #overflow(ending: MailboxEnd): void {
    this.#is_overflowing = true;
    this.acknowledge(this.#ring.last);
    this.#cancelLinger?.();
    // A receiver that doesn't read doesn't extend the linger time.
    this.#linger();
    this.#options.onOverflow?.();
    this.close(ending.code, ending.reason);
  }

  #linger(): void {
    if (this.#is_discarded) return;
    this.#cancelLinger = this.#options.clock.after(this.#options.linger_ms, () => this.#lose());
  }

  #lose(): void {
    if (this.#is_discarded) return;
    this.discard();
    this.#options.onLost();
  }
}
