import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { Log } from "../../lib/log.ts";
import { type HttpStream, openHttpStream, type StreamPart } from "../transport/http-stream.ts";
import { createPollPacer, type LongPoll, openLongPoll } from "../transport/long-poll.ts";
import { Mailbox, type Receiver } from "../transport/mailbox.ts";
import type { SocketInput } from "../transport/socket.ts";
import type { Topics } from "../transport/topics.ts";
import { encodeEnd, encodeMessages, HEARTBEAT, OPENED } from "./http-framing.ts";
import type { Session } from "./session.ts";

/**
 * pusher-js starts a new stream after it has read this much. Later frames could be lost with the old stream, so they
 * wait for the new one.
 */
const STREAM_CHARS_MAX = 256 * 1024;

export interface HttpSessionDeps {
  readonly session: Session;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly log: Log;
  /** Maximum bytes buffered for a client that doesn't read. */
  readonly reader_buffer_bytes_max: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Called once, when the client has received the close frame or is gone. */
  readonly onClosed: () => void;
}

/** Pusher session over HTTP. Consecutive streams or polls empty its mailbox. */
export class HttpSession {
  readonly #deps: HttpSessionDeps;
  readonly #mailbox: Mailbox;
  readonly #nextPollMs: () => number;
  #is_opened = false;
  #is_end_sent = false;
  #is_closed = false;

  constructor(deps: HttpSessionDeps) {
    this.#deps = deps;
    this.#nextPollMs = createPollPacer(deps.clock, limits.http_poll_interval_ms);
    this.#mailbox = new Mailbox({
      clock: deps.clock,
      topics: deps.topics,
      messages_max: limits.mailbox_messages_max,
      bytes_max: deps.reader_buffer_bytes_max,
      linger_ms: limits.http_linger_ms,
      overflow: { code: closeCodes.reader_slow.code, reason: closeCodes.reader_slow.text },
      // Unsubscribes now. The client gets the close frame when it reads again.
      onOverflow: () => this.receive({ kind: "closed" }),
      onLost: () => this.#close(),
    });
    this.receive({ kind: "opened", socket: this.#mailbox });
  }

  /** Isolates errors: an error closes only its own session, and is logged. */
  receive(input: SocketInput): void {
    try {
      this.#deps.session.receive(input);
    } catch (error) {
      this.#deps.log.error("session_failed", { input: input.kind, error });
      this.#mailbox.close(closeCodes.over_capacity.code, closeCodes.over_capacity.text);
    }
  }

  get is_open(): boolean {
    return this.#deps.session.state.kind === "open";
  }

  stream(): Response {
    let written = 0;
    let cancelBeat = (): void => {};
    const stream: HttpStream = openHttpStream({
      headers: this.#deps.headers,
      ping: HEARTBEAT,
      next: () => {
        if (written > STREAM_CHARS_MAX && this.#mailbox.ending === undefined) return undefined;
        const part = this.#part();
        written += part?.text.length ?? 0;
        return part;
      },
      onEnd: () => {
        cancelBeat();
        this.#left(stream);
      },
    });
    const beat = (): void => {
      cancelBeat = this.#deps.clock.after(limits.http_heartbeat_ms, () => {
        stream.ping();
        beat();
      });
    };
    beat();
    this.#mailbox.attach(stream);
    return stream.response;
  }

  /** Long poll: responds with the next frames. `signal` aborts when the client disconnects. */
  poll(signal: AbortSignal): Promise<Response> {
    const { clock, headers } = this.#deps;
    const poll: LongPoll = openLongPoll({
      clock,
      not_before_ms: this.#nextPollMs(),
      isUrgent: () => this.#mailbox.ending !== undefined,
      hold_ms: limits.http_heartbeat_ms,
      signal,
      answer: () => {
        const part = this.#part();
        return part === undefined ? undefined : new Response(part.text, { headers });
      },
      nothing: () => new Response(HEARTBEAT, { headers }),
      // After a 200, the client would poll again and replace the poll that replaced this one.
      replaced: () => new Response("A newer poll replaced this one.\n", { status: 409, headers }),
      onEnd: () => this.#left(poll),
    });
    this.#mailbox.attach(poll);
    poll.wake();
    return poll.response;
  }

  /** Closes a session whose client no longer reads. */
  abandon(): void {
    this.#mailbox.discard();
    this.#close();
  }

  #left(receiver: Receiver): void {
    this.#mailbox.detach(receiver);
    if (this.#is_end_sent) this.abandon();
  }

  #close(): void {
    if (this.#is_closed) return;
    this.#is_closed = true;
    this.#deps.onClosed();
    this.receive({ kind: "closed" });
  }

  #part(): StreamPart | undefined {
    const opening = this.#is_opened ? "" : OPENED;
    this.#is_opened = true;
    const text = opening + encodeMessages(this.#mailbox.take());
    const { ending } = this.#mailbox;
    if (ending !== undefined) {
      this.#is_end_sent = true;
      return { text: text + encodeEnd(ending), last: true };
    }
    return text === "" ? undefined : { text, last: false };
  }
}
