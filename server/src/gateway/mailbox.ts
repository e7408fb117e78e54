import type { Cancel, Clock } from "@fanfare/contract/clock";
import type { Frame } from "../channels/subscriber.ts";
import { Ring, type RingLimits } from "./ring.ts";
import type { Socket } from "./socket.ts";
import type { Topics } from "./topics.ts";

/** What takes messages out of a mailbox at the moment: a stream, a held poll, a WebSocket that can be replaced. */
export interface Receiver {
  /** There is something to read: messages, or the end. */
  wake(): void;
  /** Asks the client for a sign of life. */
  ping(): void;
  /** A newer receiver has taken its place, or the session is gone: it ends and reads no more. */
  drop(): void;
}

/** Why the server closed; the client is told by whichever receiver comes. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
}

export interface MailboxOptions extends RingLimits {
  readonly clock: Clock;
  readonly topics: Topics;
  /** How long the session waits for its next receiver. */
  readonly linger_ms: number;
  /**
   * What becomes of a session whose client does not read. `lose`: the session ends, as a socket with a full buffer does. An
   * ending: the same, and whoever comes to read within the linger is told it. `forget`: its oldest messages go, and the reader
   * finds a gap.
   */
  readonly overflow: "lose" | "forget" | Ending;
  /** There was too much, and the ending of it now waits to be told. Called once. */
  readonly onOverflow?: () => void;
  /** The session is over without a word from the server: nobody came to read, or not fast enough. Called once. */
  readonly onLost: () => void;
}

/**
 * The transport of a session whose connections come and go: what the session says is numbered and kept until a receiver
 * has it. Subscriptions stay with the mailbox, so that nothing is missed between two receivers.
 *
 * @example
 * const mailbox = new Mailbox({ clock, topics, messages_max: 1_000, bytes_max: 1_000_000, linger_ms: 5_000, overflow: "lose", onLost });
 * session.receive({ kind: "opened", socket: mailbox });
 * mailbox.attach(receiver);
 */
export class Mailbox implements Socket {
  readonly #options: MailboxOptions;
  readonly #ring: Ring;
  #acknowledged = 0;
  #receiver: Receiver | undefined;
  #ending: Ending | undefined;
  #gone = false;
  #is_overflowing = false;
  #cancelLinger: Cancel | undefined;

  constructor(options: MailboxOptions) {
    this.#options = options;
    this.#ring = new Ring(options);
    this.#linger();
  }

  /** What was sent and not yet acknowledged, with its numbers. */
  get ring(): Pick<Ring, "after" | "last" | "oldest" | "bytes"> {
    return this.#ring;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  send(frame: Frame): void {
    if (this.#ending !== undefined || this.#gone) return;
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
    if (this.#ending !== undefined || this.#gone) return;
    this.#ending = { code, reason };
    this.#receiver?.wake();
  }

  join(topic: string): void {
    if (this.#ending === undefined && !this.#gone) this.#options.topics.join(topic, this);
  }

  leave(topic: string): void {
    this.#options.topics.leave(topic, this);
  }

  publish(topic: string, frame: Frame): void {
    this.#options.topics.broadcast(topic, frame, this);
  }

  /** The newest receiver wins; the one before it is dropped. */
  attach(receiver: Receiver): void {
    const older = this.#receiver;
    this.#receiver = receiver;
    if (!this.#is_overflowing) {
      this.#cancelLinger?.();
      this.#cancelLinger = undefined;
    }
    older?.drop();
  }

  /** The receiver is at its end. Nothing happens where it was replaced already. */
  detach(receiver: Receiver): void {
    if (this.#receiver !== receiver) return;
    this.#receiver = undefined;
    if (!this.#is_overflowing) this.#linger();
  }

  /** Everything that is not acknowledged, which is thereby acknowledged: for clients that cannot say what they have. */
  take(): readonly Frame[] {
    const replay = this.#ring.after(Math.max(this.#acknowledged, this.#ring.oldest - 1));
    this.acknowledge(this.#ring.last);
    return replay.outcome === "complete" ? replay.messages.map(({ frame }) => frame) : [];
  }

  acknowledge(sequence: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, Math.min(sequence, this.#ring.last));
    this.#ring.acknowledge(sequence);
  }

  /** The end was told, or nobody wants it: frees everything, and `onLost` is not called any more. */
  discard(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#cancelLinger?.();
    this.#ring.acknowledge(this.#ring.last);
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.drop();
  }

  #overflow(ending: Ending): void {
    this.#is_overflowing = true;
    this.acknowledge(this.#ring.last);
    this.#cancelLinger?.();
    // Whoever does not read does not hold it up, either.
    this.#linger();
    this.#options.onOverflow?.();
    this.close(ending.code, ending.reason);
  }

  #linger(): void {
    if (this.#gone) return;
    this.#cancelLinger = this.#options.clock.after(this.#options.linger_ms, () => this.#lose());
  }

  #lose(): void {
    if (this.#gone) return;
    this.discard();
    this.#options.onLost();
  }
}
