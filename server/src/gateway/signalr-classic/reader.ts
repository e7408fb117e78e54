import { encodeCursor } from "./cursor.ts";
import { encodeEnvelope } from "./envelope.ts";
import type { Outbox } from "./outbox.ts";
import type { Seen } from "./seen.ts";

/** What a reader reads from. */
export interface Source {
  readonly life: string;
  readonly outbox: Outbox;
  readonly seen: Seen;
  /** Whether the page hears callbacks of the hub: where it does not, the client would fail on them. */
  readonly is_listening: boolean;
  /** What the client is to bring back to a server that does not know it; undefined while it is on no channel. */
  groupsToken(): string | undefined;
  /** The end was handed to the transport. */
  told(): void;
}

export interface ReaderStart {
  /** The number of the last message that the client has. */
  readonly sequence: number;
  /** The groups token that the client has. */
  readonly groups_token: string | undefined;
  /** The client waits for the word that the transport works. */
  readonly greet: boolean;
  /** Answers numbered up to here are for calls that the client has given up. */
  readonly replies_after: number;
}

/** One envelope; nothing follows after the last one. */
export interface Reading {
  readonly text: string;
  readonly last: boolean;
}

/** Codes that tell a client not to come back (Pusher protocol, "Error codes"). */
export const FATAL_BELOW = 4100;

/** How far one transport of a client has read. What it reads is what the client has not got yet, once and in order. */
export class Reader {
  readonly #source: Source;
  #sequence: number;
  #groups_token: string | undefined;
  #greet: boolean;
  readonly #replies_after: number;

  constructor(source: Source, start: ReaderStart) {
    this.#source = source;
    this.#sequence = start.sequence;
    this.#groups_token = start.groups_token;
    this.#greet = start.greet;
    this.#replies_after = start.replies_after;
  }

  /** Whether the server has ended the connection: the next envelope is the last one. */
  get is_ending(): boolean {
    return this.#source.outbox.mailbox.ending !== undefined;
  }

  /** The next envelope; undefined while there is nothing to say. */
  next(): Reading | undefined {
    const { outbox, is_listening, seen } = this.#source;
    const { messages, last } = outbox.after(this.#sequence, {
      callbacks: is_listening,
      replies_after: this.#replies_after,
    });
    for (const message of messages) seen.told(message);
    const groups_token = this.#newGroupsToken();
    const { ending } = outbox.mailbox;
    this.#sequence = last;
    const is_fatal = ending !== undefined && ending.code < FATAL_BELOW;
    // A client that reads of the end reads nothing else of the envelope.
    if (is_fatal && messages.length === 0) {
      this.#source.told();
      return { text: this.#envelope({ messages, fatal: ending.reason }), last: true };
    }
    const is_stopping = ending !== undefined && !is_fatal;
    if (!this.#greet && !is_stopping && messages.length === 0 && groups_token === undefined) return undefined;
    const initialized = this.#greet;
    this.#greet = false;
    if (is_stopping) this.#source.told();
    return {
      text: this.#envelope({ messages, groups_token, initialized, stopping: is_stopping }),
      last: is_stopping,
    };
  }

  /** An envelope that says nothing but how far the reader is. */
  nothing(): string {
    return this.#envelope({ messages: [] });
  }

  #newGroupsToken(): string | undefined {
    const token = this.#source.groupsToken();
    if (token === this.#groups_token) return undefined;
    this.#groups_token = token;
    return token;
  }

  #envelope(fields: Omit<Parameters<typeof encodeEnvelope>[0], "cursor">): string {
    const { life, seen } = this.#source;
    const cursor = encodeCursor({ life, sequence: this.#sequence, seen: seen.text });
    return encodeEnvelope({ cursor, ...fields });
  }
}
