import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { positionBefore } from "../../channels/history.ts";
import { Mailbox } from "../transport/mailbox.ts";
import type { Sequenced } from "../transport/ring.ts";
import type { Topics } from "../transport/topics.ts";
import { callbackChannel, callbackPosition } from "./dialect.ts";
import { encodeCallback } from "./envelope.ts";
import { Replies } from "./recent-replies.ts";

/** Callbacks and replies that a reader has not received, and the number of the last of them. */
export interface Unread {
  readonly messages: readonly string[];
  readonly last: number;
}

export interface OutboxFilter {
  readonly callbacks: boolean;
  /** Replies numbered up to here are for calls that the client has given up. */
  readonly replies_after: number;
}

/** The place of a reply in the ring; its text is in {@link Replies}. */
const REPLY = "";

/**
 * The messages of a session, kept for clients that reconnect. When they are too many the oldest are dropped and noted by
 * channel, so that a reader who needs them gets a `reset` of exactly those channels.
 */
export class Outbox {
  readonly mailbox: Mailbox;
  readonly #isOn: (channel: string) => boolean;
  /** Dropped messages by channel of the session. */
  readonly #dropped = new Map<string, DroppedMessages>();
  readonly #replies = new Replies();

  constructor(deps: {
    readonly clock: Clock;
    readonly topics: Topics;
    /** Whether the session is on this channel: messages of others are not missed. */
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
      onEvict: (message) => this.#drop(message),
    });
  }

  get last(): number {
    return this.mailbox.ring.last;
  }

  /**
   * Sends a reply in its turn among the callbacks. `release` is called once: with nothing when the reply was sent, or with
   * the reply itself where it is no longer read.
   */
  reply(text: string, release: (text: string) => void): void {
    const { last } = this;
    this.#replies.keep(last + 1, text, release);
    this.mailbox.send(REPLY);
    // The mailbox is closed.
    if (this.last === last) this.#replies.acknowledge(last + 1);
  }

  /** Sends unread replies again, for a reader that starts now. */
  replyAgain(): void {
    for (const { text, release } of this.#replies.takeUnsent()) this.reply(text, release);
  }

  /** Everything after `sequence`, behind a `reset` for each channel with dropped messages in between. */
  after(sequence: number, { callbacks, replies_after }: OutboxFilter): Unread {
    const { ring } = this.mailbox;
    const replay = ring.after(sequence);
    const available = replay.outcome === "complete" ? replay : ring.after(replay.oldest - 1);
    const messages = available.outcome === "complete" ? available.messages : [];
    const texts = messages.flatMap(({ sequence: number, frame }) => {
      if (frame !== REPLY) return callbacks ? [textOf(frame)] : [];
      return number > replies_after ? this.#replies.send(number) : [];
    });
    if (replay.outcome === "complete") return { messages: texts, last: ring.last };
    const lost = [...this.#dropped].filter(([channel, { newest }]) => newest > sequence && this.#isOn(channel));
    const resets = callbacks ? lost.map(([channel, range]) => encodeReset(channel, range)) : [];
    const replies = this.#replies.sendBetween(Math.max(sequence, replies_after), replay.oldest);
    return { messages: [...replies, ...resets, ...texts], last: ring.last };
  }

  /** The client has everything up to and including `sequence`. */
  acknowledge(sequence: number): void {
    this.mailbox.acknowledge(sequence);
    this.#replies.acknowledge(sequence);
    for (const [channel, { newest }] of this.#dropped) if (newest <= sequence) this.#dropped.delete(channel);
  }

  /** Drops everything, since it is no longer read. */
  discard(): void {
    this.mailbox.discard();
    this.#replies.acknowledge(this.last);
  }

  #drop({ sequence, frame }: Sequenced): void {
    const text = textOf(frame);
    const channel = callbackChannel(text);
    if (channel === undefined || !this.#isOn(channel)) return;
    const position = callbackPosition(text);
    const before = this.#dropped.get(channel);
    const from = before?.from ?? (position && positionBefore(position));
    this.#dropped.set(channel, { newest: sequence, from, to: position ?? before?.to });
    if (this.#dropped.size <= hubLimits.classic_forgotten_channels_max) return;
    for (const known of this.#dropped.keys()) if (!this.#isOn(known)) this.#dropped.delete(known);
  }
}

/** The dropped messages of a channel: the number of the newest and, on channels with history, their range of positions. */
interface DroppedMessages {
  readonly newest: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * The callback for messages of a channel that are lost: everything after `from` up to `to`, which `GetHistory` may still
 * have; null where the channel has no history, or the position is not known.
 */
export function encodeReset(channel: string, range: ResetRange = {}): string {
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
