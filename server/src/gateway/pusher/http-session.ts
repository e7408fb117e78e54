import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Log } from "../../log.ts";
import { createPollPace, type HeldPoll, holdPoll } from "../held-poll.ts";
import { type HttpStream, openHttpStream, type StreamPart } from "../http-stream.ts";
import { Mailbox, type Receiver } from "../mailbox.ts";
import type { Topics } from "../topics.ts";
import { encodeEnd, encodeMessages, HEARTBEAT, OPENED } from "./http-frames.ts";
import type { Session, SessionInput } from "./session.ts";

/**
 * pusher-js begins a new stream once it has read more than this of one. What is written after that could be lost with the
 * old stream, so it waits for the new one.
 */
const STREAM_CHARS_MAX = 256 * 1024;

export interface HttpSessionDeps {
  readonly session: Session;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly log: Log;
  /** What may wait for a client that does not read. */
  readonly reader_buffer_bytes_max: number;
  /** Of every answer to the client. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client has been told the end, or has gone. Called once. */
  readonly onOver: () => void;
}

/** A session of the Pusher protocol whose client comes by HTTP: one stream or poll after the other empties its mailbox. */
export class HttpSession {
  readonly #deps: HttpSessionDeps;
  readonly #mailbox: Mailbox;
  readonly #pace: () => number;
  #is_opened = false;
  #is_told = false;
  #is_over = false;

  constructor(deps: HttpSessionDeps) {
    this.#deps = deps;
    this.#pace = createPollPace(deps.clock, limits.http_poll_interval_ms);
    this.#mailbox = new Mailbox({
      clock: deps.clock,
      topics: deps.topics,
      messages_max: limits.mailbox_messages_max,
      bytes_max: deps.reader_buffer_bytes_max,
      linger_ms: limits.http_linger_ms,
      overflow: { code: closeCodes.reader_slow.code, reason: closeCodes.reader_slow.text },
      // It leaves its channels now; the client is told when it reads again.
      onOverflow: () => this.receive({ kind: "closed" }),
      onLost: () => this.#over(),
    });
    this.receive({ kind: "opened", socket: this.#mailbox });
  }

  /** A fault of ours costs the one session on which it showed, and is never silent. */
  receive(input: SessionInput): void {
    try {
      this.#deps.session.receive(input);
    } catch (error) {
      this.#deps.log.error("session_failed", { input: input.kind, error });
      this.#mailbox.close(closeCodes.over_capacity.code, closeCodes.over_capacity.text);
    }
  }

  /** Whether anything that the client says is still heard. */
  get is_open(): boolean {
    return this.#deps.session.state.kind === "open";
  }

  /** A response that stays open. */
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

  /** A response that waits for one part. `signal` is aborted when the client goes. */
  poll(signal: AbortSignal): Promise<Response> {
    const { clock, headers } = this.#deps;
    const poll: HeldPoll = holdPoll({
      clock,
      not_before_ms: this.#pace(),
      isUrgent: () => this.#mailbox.ending !== undefined,
      hold_ms: limits.http_heartbeat_ms,
      signal,
      answer: () => {
        const part = this.#part();
        return part === undefined ? undefined : new Response(part.text, { headers });
      },
      nothing: () => new Response(HEARTBEAT, { headers }),
      // After a 200 the client would poll again, and so replace the poll that replaced this one.
      replaced: () => new Response("A newer poll of this session has taken over.\n", { status: 409, headers }),
      onEnd: () => this.#left(poll),
    });
    this.#mailbox.attach(poll);
    poll.wake();
    return poll.response;
  }

  /** Nobody comes to hear more. */
  abandon(): void {
    this.#mailbox.discard();
    this.#over();
  }

  #left(receiver: Receiver): void {
    this.#mailbox.detach(receiver);
    if (this.#is_told) this.abandon();
  }

  #over(): void {
    if (this.#is_over) return;
    this.#is_over = true;
    this.#deps.onOver();
    this.receive({ kind: "closed" });
  }

  /** What the client has not been told yet. */
  #part(): StreamPart | undefined {
    const opening = this.#is_opened ? "" : OPENED;
    this.#is_opened = true;
    const text = opening + encodeMessages(this.#mailbox.take());
    const { ending } = this.#mailbox;
    if (ending !== undefined) {
      this.#is_told = true;
      return { text: text + encodeEnd(ending), last: true };
    }
    return text === "" ? undefined : { text, last: false };
  }
}
