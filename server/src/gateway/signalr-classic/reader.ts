import type { ChannelPositions } from "./channel-positions.ts";
import { encodeCursor } from "./cursor.ts";
import { encodeEnvelope } from "./envelope.ts";
import type { Outbox } from "./outbox.ts";

export interface ReaderSource {
  readonly instance_id: string;
  readonly outbox: Outbox;
  readonly positions: ChannelPositions;
  /** Whether the page listens to the hub's callbacks. If not, the client would fail on them. */
  readonly is_listening: boolean;
  /** For a server without this session. Undefined while there are no subscriptions. */
  groupsToken(): string | undefined;
  /** Call with an envelope that contains a groups token and a cursor that no envelope before had. */
  markGroupsSent(token: string, sequence: number): void;
  /** Call when the transport has sent the end. */
  markEndSent(): void;
}

export interface ReaderStart {
  readonly sequence: number;
  readonly groups_token: string | undefined;
  /** Whether the client waits for its transport to be confirmed. */
  readonly sends_init: boolean;
  /** Replies up to this number belong to calls that the client has abandoned. */
  readonly replies_after: number;
}

/** One envelope. Nothing follows the last one. */
export interface ReaderBatch {
  readonly text: string;
  readonly last: boolean;
}

/** Clients don't reconnect after codes below this (Pusher protocol, "Error codes"). */
export const FATAL_BELOW = 4100;

/** Read position of one transport of a client. Reads each message once and in order. */
export class Reader {
  readonly #source: ReaderSource;
  #sequence: number;
  #groups_token: string | undefined;
  #sends_init: boolean;
  readonly #replies_after: number;

  constructor(source: ReaderSource, start: ReaderStart) {
    this.#source = source;
    this.#sequence = start.sequence;
    this.#groups_token = start.groups_token;
    this.#sends_init = start.sends_init;
    this.#replies_after = start.replies_after;
  }

  /** Whether the server has ended the connection, so that the next envelope is the last one. */
  get is_ending(): boolean {
    return this.#source.outbox.mailbox.ending !== undefined;
  }

  /** Returns the next envelope, or undefined if there's nothing to send. */
  next(): ReaderBatch | undefined {
    const { outbox, is_listening, positions } = this.#source;
    const { messages, last } = outbox.after(this.#sequence, {
      callbacks: is_listening,
      replies_after: this.#replies_after,
    });
    for (const message of messages) positions.addCallback(message);
    const groups_token = this.#newGroupsToken();
    const { ending } = outbox.mailbox;
    this.#sequence = last;
    const is_fatal = ending !== undefined && ending.code < FATAL_BELOW;
    // A client that reads the end ignores the rest of the envelope.
    if (is_fatal && messages.length === 0) {
      this.#source.markEndSent();
      return { text: this.#envelope({ messages, fatal: ending.reason }), last: true };
    }
    const is_stopping = ending !== undefined && !is_fatal;
    if (!this.#sends_init && !is_stopping && messages.length === 0 && groups_token === undefined) return undefined;
    const initialized = this.#sends_init;
    this.#sends_init = false;
    if (groups_token !== undefined && (initialized || messages.length > 0)) {
      this.#source.markGroupsSent(groups_token, last);
    }
    if (is_stopping) this.#source.markEndSent();
    return {
      text: this.#envelope({ messages, groups_token, initialized, stopping: is_stopping }),
      last: is_stopping,
    };
  }

  emptyEnvelope(): string {
    return this.#envelope({ messages: [] });
  }

  #newGroupsToken(): string | undefined {
    const token = this.#source.groupsToken();
    if (token === this.#groups_token) return undefined;
    this.#groups_token = token;
    return token;
  }

  #envelope(fields: Omit<Parameters<typeof encodeEnvelope>[0], "cursor">): string {
    const { instance_id, positions } = this.#source;
    const cursor = encodeCursor({ instance_id, sequence: this.#sequence, positions: positions.text });
    return encodeEnvelope({ cursor, ...fields });
  }
}
