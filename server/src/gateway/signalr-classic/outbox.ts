import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { SECOND_MS } from "@fanfare/contract/limits";
import { positionBefore } from "../../channels/history.ts";
import { Mailbox } from "../mailbox.ts";
import type { Sequenced } from "../ring.ts";
import type { Topics } from "../topics.ts";
import { channelOfCallback, positionOfCallback } from "./dialect.ts";
import { encodeCallback } from "./envelope.ts";
import { Replies } from "./replies.ts";

/** Calls of callbacks and answers that a reader has yet to hear, and the number of the last of them. */
export interface Unread {
  readonly messages: readonly string[];
  readonly last: number;
}

export interface Wanted {
  readonly callbacks: boolean;
  /** Answers numbered up to here are for calls that the client has given up. */
  readonly replies_after: number;
}

/** Stands for an answer in the ring, which is kept beside it. */
const REPLY = "";

/**
 * What a session says, kept for clients that come back. The oldest goes when there is too much of it, and what went is
 * remembered by channel: a reader who needs it is told which channels lost something, and only those.
 */
export class Outbox {
  readonly mailbox: Mailbox;
  readonly #isOn: (channel: string) => boolean;
  /** What is forgotten of each channel that the session is on. */
  readonly #forgotten = new Map<string, Forgotten>();
  readonly #replies = new Replies();

  constructor(deps: {
    readonly clock: Clock;
    readonly topics: Topics;
    /** Whether the session is on this channel: of others nothing is missed. */
    readonly isOn: (channel: string) => boolean;
    readonly onLost: () => void;
  }) {
    this.#isOn = deps.isOn;
    this.mailbox = new Mailbox({
      ...deps,
      messages_max: hubLimits.classic_ring_messages_max,
      bytes_max: hubLimits.classic_ring_bytes_max,
      linger_ms: (hubLimits.classic_disconnect_timeout_s + hubLimits.classic_disconnect_slack_s) * SECOND_MS,
      overflow: "forget",
      onForget: (message) => this.#forget(message),
    });
  }

  get last(): number {
    return this.mailbox.ring.last;
  }

  /**
   * An answer that takes its turn among the callbacks. `release` is called once: with nothing when it has gone out, else, where
   * nobody reads it any more, with the answer itself.
   */
  reply(text: string, release: (text: string) => void): void {
    const { last } = this;
    this.#replies.keep(last + 1, text, release);
    this.mailbox.send(REPLY);
    // Nothing is said any more.
    if (this.last === last) this.#replies.acknowledge(last + 1);
  }

  /** Answers that nobody has read take their turn again, for a reader that begins now. */
  replyAgain(): void {
    for (const { text, release } of this.#replies.takeUntold()) this.reply(text, release);
  }

  /** Everything after `sequence`, behind a `reset` for each channel of which something in between is gone. */
  after(sequence: number, { callbacks, replies_after }: Wanted): Unread {
    const { ring } = this.mailbox;
    const replay = ring.after(sequence);
    const kept = replay.outcome === "complete" ? replay : ring.after(replay.oldest - 1);
    const messages = kept.outcome === "complete" ? kept.messages : [];
    const texts = messages.flatMap(({ sequence: number, frame }) => {
      if (frame !== REPLY) return callbacks ? [textOf(frame)] : [];
      return number > replies_after ? this.#replies.tell(number) : [];
    });
    if (replay.outcome === "complete") return { messages: texts, last: ring.last };
    const lost = [...this.#forgotten].filter(([channel, { newest }]) => newest > sequence && this.#isOn(channel));
    const resets = callbacks ? lost.map(([channel, range]) => resetOf(channel, range)) : [];
    const replies = this.#replies.tellBetween(Math.max(sequence, replies_after), replay.oldest);
    return { messages: [...replies, ...resets, ...texts], last: ring.last };
  }

  /** The client has everything up to and including `sequence`. */
  acknowledge(sequence: number): void {
    this.mailbox.acknowledge(sequence);
    this.#replies.acknowledge(sequence);
    for (const [channel, { newest }] of this.#forgotten) if (newest <= sequence) this.#forgotten.delete(channel);
  }

  /** Nobody reads any more. */
  discard(): void {
    this.mailbox.discard();
    this.#replies.acknowledge(this.last);
  }

  #forget({ sequence, frame }: Sequenced): void {
    const text = textOf(frame);
    const channel = channelOfCallback(text);
    if (channel === undefined || !this.#isOn(channel)) return;
    const position = positionOfCallback(text);
    const before = this.#forgotten.get(channel);
    const from = before?.from ?? (position && positionBefore(position));
    this.#forgotten.set(channel, { newest: sequence, from, to: position ?? before?.to });
    if (this.#forgotten.size <= hubLimits.classic_forgotten_channels_max) return;
    for (const known of this.#forgotten.keys()) if (!this.#isOn(known)) this.#forgotten.delete(known);
  }
}

/** What a channel said that is gone: the number of its newest message and, where it has history, between which positions. */
interface Forgotten {
  readonly newest: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * What tells a page that a channel has said something that is not repeated: everything after `from` up to `to`, which
 * `GetHistory` may still have; null where the channel has no history, or the place is not known.
 */
export function resetOf(channel: string, range: ResetRange = {}): string {
  return encodeCallback("reset", [
    JSON.stringify(channel),
    JSON.stringify({ from: range.from ?? null, to: range.to ?? null }),
  ]);
}

interface ResetRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** This protocol has text only. */
function textOf(frame: Sequenced["frame"]): string {
  return typeof frame === "string" ? frame : new TextDecoder().decode(frame);
}
