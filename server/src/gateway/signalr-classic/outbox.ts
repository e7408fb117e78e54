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

/** Callbacks and replies that a reader hasn't received, with the number of the last one. */
export interface Unread {
  readonly messages: readonly string[];
  readonly last: number;
}

export interface OutboxFilter {
  readonly callbacks: boolean;
  /** Replies up to this number belong to calls that the client has abandoned. */
  readonly replies_after: number;
}

/** Placeholder of a reply in the ring. Its text is in {@link Replies}. */
const REPLY = "";

/**
 * Messages of a session, kept for reconnecting clients. On overflow, drops the oldest and records their channels, so
 * that a reader that needs them gets a `reset` for exactly those channels.
 */
export class Outbox {
  readonly mailbox: Mailbox;
  readonly #clock: Clock;
  readonly #isOn: (channel: string) => boolean;
  readonly #dropped = new Map<string, DroppedMessages>();
  readonly #replies = new Replies();

  constructor(deps: {
    readonly clock: Clock;
    readonly topics: Topics;
    /** Whether the session is subscribed to this channel. Messages of other channels aren't missed. */
    readonly isOn: (channel: string) => boolean;
    readonly onLost: () => void;
  }) {
    this.#clock = deps.clock;
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
   * Sends a reply in order with the callbacks. Calls `release` once: with an empty string if the reply was sent, or
   * with the reply if it isn't read soon or no longer. A page reads all the time, but a script may send and then poll.
   */
  reply(text: string, release: (text: string) => void): void {
    const { last } = this;
    const cancel = this.#clock.after(hubLimits.classic_reply_wait_ms, () => this.#replies.withdraw(last + 1));
    this.#replies.keep(last + 1, text, (released) => {
      cancel();
      release(released);
    });
    this.mailbox.send(REPLY);
    // The mailbox is closed.
    if (this.last === last) this.#replies.acknowledge(last + 1);
  }

  /** Sends unread replies again to a new reader. */
  replyAgain(): void {
    for (const { text, release } of this.#replies.takeUnsent()) this.reply(text, release);
  }

  /** Everything after `sequence`, preceded by a `reset` for each channel with dropped messages in between. */
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

  /** The client has received everything up to and including `sequence`. */
  acknowledge(sequence: number): void {
    this.mailbox.acknowledge(sequence);
    this.#replies.acknowledge(sequence);
    for (const [channel, { newest }] of this.#dropped) if (newest <= sequence) this.#dropped.delete(channel);
  }

  /** Drops everything once nothing is read anymore. */
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

/** Dropped messages of a channel: the number of the newest and, on channels with history, their range of positions. */
interface DroppedMessages {
  readonly newest: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Encodes the callback for lost messages of a channel: everything after `from` up to `to`, which `GetHistory` may still
 * have. Null if the channel has no history or the position is unknown.
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

/** This protocol is text only. */
function textOf(frame: Sequenced["frame"]): string {
  return typeof frame === "string" ? frame : new TextDecoder().decode(frame);
}
