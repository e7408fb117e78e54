import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { Frame } from "../../channels/subscriber.ts";
import type { Log } from "../../lib/log.ts";
import type { BunSocketData } from "../transport/bun-socket.ts";
import { openHttpStream } from "../transport/http-stream.ts";
import { createPollPacer, type LongPoll, openLongPoll } from "../transport/long-poll.ts";
import { Mailbox } from "../transport/mailbox.ts";
import type { Socket, SocketInput } from "../transport/socket.ts";
import type { Topics } from "../transport/topics.ts";
import type { CoreConnection } from "./connection.ts";
import {
  mailboxCarrier,
  NORMAL_CLOSURE,
  ResumableSocket,
  resumableCarrier,
  webSocketCarrier,
} from "./connection-carrier.ts";
import { Resumption } from "./resumption.ts";

const UTF8 = new TextEncoder();

function pollBody(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const parts = frames.map((frame) => (typeof frame === "string" ? UTF8.encode(frame) : frame));
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

/** Encodes messages as one server-sent event. JSON is on one line, so one `data` field holds them all. */
function toServerSentEvent(frames: readonly Frame[]): string {
  return frames.length === 0 ? "" : `data: ${frames.map(String).join("")}\r\n\r\n`;
}

export interface CoreTransportsDeps {
  readonly clock: Clock;
  readonly topics: Topics;
  readonly log: Log;
  readonly resumable: boolean;
  readonly reader_buffer_bytes_max: number;
  readonly connection: (onEnded: () => void) => CoreConnection;
  readonly onWebSocket: () => void;
  /** Called once, when the client has received the end or is gone. */
  readonly onClosed: () => void;
}

export interface TransportRefusal {
  readonly status: number;
  readonly why: string;
}

const TRANSPORT_IN_USE: TransportRefusal = { status: 409, why: "This connection already has an active transport." };
const TRANSPORT_MISMATCH: TransportRefusal = { status: 400, why: "This connection uses another transport." };

/** Transports of one connection. The connection keeps the transport of its first request. */
export class CoreTransports {
  readonly connection: CoreConnection;
  readonly #deps: CoreTransportsDeps;
  readonly #nextPollMs: () => number;
  #mailbox: Mailbox | undefined;
  #current: ResumableSocket | undefined;
  #is_polled = false;
  #is_closed = false;

  constructor(deps: CoreTransportsDeps) {
    this.#deps = deps;
    this.#nextPollMs = createPollPacer(deps.clock, limits.http_poll_interval_ms);
    this.connection = deps.connection(() => this.#ended());
  }

  /** Returns the WebSocket's data, or why this connection can't have one. */
  webSocket(): BunSocketData | TransportRefusal {
    const { kind, carrier } = this.connection;
    if (kind === "negotiated") {
      this.#deps.onWebSocket();
      return this.#deps.resumable ? this.#resumable() : this.#plain();
    }
    if (carrier?.kind === "resumable") {
      if (this.connection.resumption?.resume() === true) return this.#resumable();
      this.connection.endWith("The connection was resumed too often.", true);
      return { status: 404, why: "This connection was resumed too often and has ended." };
    }
    return carrier?.kind === "websocket" ? TRANSPORT_IN_USE : TRANSPORT_MISMATCH;
  }

  events(headers: Readonly<Record<string, string>>): Response | TransportRefusal {
    const { connection } = this;
    if (connection.kind !== "negotiated")
      return connection.carrier?.kind === "events" ? TRANSPORT_IN_USE : TRANSPORT_MISMATCH;
    const mailbox = this.#openMailbox(hubLimits.hub_linger_ms, () => connection.lost());
    connection.carry(mailboxCarrier("events", mailbox));
    let has_begun = false;
    const stream = openHttpStream({
      headers: { ...headers, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" },
      ping: "",
      next() {
        const opening = has_begun ? "" : ":\r\n";
        has_begun = true;
        const text = opening + toServerSentEvent(mailbox.take());
        const last = mailbox.ending !== undefined;
        return text === "" && !last ? undefined : { text, last };
      },
      // A broken stream can't be resumed. The client starts a new connection.
      onEnd: () => {
        mailbox.discard();
        connection.lost();
        this.#close();
      },
    });
    mailbox.attach(stream);
    return stream.response;
  }

  /** Handles a poll. The first one returns an empty response immediately, which opens the connection. */
  poll(
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> | Response | TransportRefusal {
    const { connection } = this;
    const answer = (status: number, body: Uint8Array<ArrayBuffer> | null): Response =>
      new Response(body, { status, headers: { ...headers, "Content-Type": "application/octet-stream" } });
    if (connection.kind === "negotiated") {
      const mailbox = this.#openMailbox(hubLimits.hub_linger_ms, () => {
        connection.lost();
        this.#close();
      });
      this.#is_polled = true;
      connection.carry(mailboxCarrier("polls", mailbox));
      return answer(200, null);
    }
    const mailbox = this.#mailbox;
    if (mailbox === undefined || !this.#is_polled) return TRANSPORT_MISMATCH;
    const poll: LongPoll = openLongPoll({
      clock: this.#deps.clock,
      hold_ms: hubLimits.hub_poll_hold_ms,
      not_before_ms: this.#nextPollMs(),
      isUrgent: () => mailbox.ending !== undefined,
      signal,
      answer() {
        const frames = mailbox.take();
        if (frames.length > 0) return answer(200, pollBody(frames));
        return mailbox.ending === undefined ? undefined : answer(204, null);
      },
      nothing: () => answer(200, null),
      replaced: () => answer(204, null),
      onEnd: () => {
        mailbox.detach(poll);
        if (mailbox.ending === undefined || mailbox.ring.bytes > 0) return;
        mailbox.discard();
        this.#close();
      },
    });
    mailbox.attach(poll);
    poll.wake();
    return poll.response;
  }

  send(octets: Uint8Array): TransportRefusal | undefined {
    const kind = this.connection.carrier?.kind;
    if (kind === "websocket" || kind === "resumable") return { status: 405, why: "This connection uses a WebSocket." };
    if (kind === undefined) return { status: 404, why: "This connection has no transport yet or has ended." };
    this.#guarded("text", () => this.connection.receive(octets));
    return undefined;
  }

  stop(): TransportRefusal | undefined {
    const { connection } = this;
    if (connection.carrier !== undefined && connection.carrier.kind !== "polls") return TRANSPORT_MISMATCH;
    this.#mailbox?.discard();
    connection.lost();
    this.#close();
    return undefined;
  }

  abandon(): void {
    this.stop();
  }

  #plain(): BunSocketData {
    const { connection } = this;
    let is_carried = false;
    return {
      receive(input) {
        if (input.kind === "opened") {
          const carrier = webSocketCarrier(input.socket);
          is_carried = connection.carry(carrier);
          if (!is_carried) carrier.end();
        } else if (!is_carried) return;
        else if (input.kind === "closed") connection.lost();
        else forwardInput(connection, input);
      },
    };
  }

  #resumable(): BunSocketData {
    let own: ResumableSocket | undefined;
    return {
      receive: (input) => {
        if (input.kind === "opened") own = this.#resume(input.socket);
        else if (own === undefined || own !== this.#current) return;
        else if (input.kind === "closed") {
          this.#current = undefined;
          this.#mailbox?.detach(own);
        } else forwardInput(this.connection, input);
      },
    };
  }

  #resume(socket: Socket): ResumableSocket | undefined {
    const { connection } = this;
    const known = this.#mailbox;
    if (connection.kind === "ended") {
      // It has ended since the socket's handshake.
      socket.close(NORMAL_CLOSURE, "");
      return undefined;
    }
    const mailbox = known ?? this.#openMailbox(hubLimits.hub_linger_ms, () => connection.lost());
    const own = new ResumableSocket(socket, mailbox);
    this.#current = own;
    if (known === undefined) {
      connection.resumption = new Resumption(this.#deps.clock, (sequence) =>
        connection.send({ kind: "ack", sequence }),
      );
      connection.acknowledge = (sequence) => mailbox.acknowledge(sequence);
      connection.carry(resumableCarrier(mailbox, () => this.#current));
    } else connection.send({ kind: "sequence", sequence: own.first });
    mailbox.attach(own);
    own.wake();
    return own;
  }

  #openMailbox(linger_ms: number, onLost: () => void): Mailbox {
    const mailbox = new Mailbox({
      ...this.#deps,
      messages_max: limits.mailbox_messages_max,
      bytes_max: this.#deps.reader_buffer_bytes_max,
      linger_ms,
      overflow: "lose",
      onLost,
    });
    this.#mailbox = mailbox;
    return mailbox;
  }

  /**
   * Called when the connection has left the hub. Polls may still have to send the end; all other transports have sent
   * it.
   */
  #ended(): void {
    if (!this.#is_polled) this.#close();
  }

  #close(): void {
    if (this.#is_closed) return;
    this.#is_closed = true;
    this.#deps.onClosed();
  }

  /** Isolates errors: an error ends only its own connection, and is logged. */
  #guarded(input: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#deps.log.error("session_failed", { input, error });
      this.connection.endWith(closeCodes.over_capacity.text, true);
    }
  }
}

function forwardInput(connection: CoreConnection, input: SocketInput): void {
  if (input.kind === "text") connection.receive(Buffer.from(input.text));
  else if (input.kind === "binary") connection.receive(input.octets);
}
