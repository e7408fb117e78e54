import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Log } from "../../log.ts";
import type { BunSocketData } from "../bun-socket.ts";
import { createPollPace, type HeldPoll, holdPoll } from "../held-poll.ts";
import { openHttpStream } from "../http-stream.ts";
import { Mailbox } from "../mailbox.ts";
import type { Socket, SocketInput } from "../socket.ts";
import type { Topics } from "../topics.ts";
import { mailboxCarrier, NORMAL_CLOSURE, ResumableSocket, resumableCarrier, webSocketCarrier } from "./carrier.ts";
import type { CoreConnection } from "./connection.ts";
import { bodyOf, eventOf } from "./http-bodies.ts";
import { Resumption } from "./resumption.ts";

export interface CoreTransportsDeps {
  readonly clock: Clock;
  readonly topics: Topics;
  readonly log: Log;
  readonly resumable: boolean;
  readonly reader_buffer_bytes_max: number;
  readonly connection: (onEnded: () => void) => CoreConnection;
  readonly onWebSocket: () => void;
  /** The connection is over and the client was told, or is gone. Called once. */
  readonly onOver: (how: { readonly is_web_socket: boolean }) => void;
}

/** Why a request cannot be served. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
}

const TAKEN: Refusal = { status: 409, why: "This connection has an active transport already." };
const OTHER: Refusal = { status: 400, why: "This connection has chosen another transport." };

/** The transports of one connection: it chooses one of them with its first request, and keeps to it. */
export class CoreTransports {
  readonly connection: CoreConnection;
  readonly #deps: CoreTransportsDeps;
  readonly #pace: () => number;
  #mailbox: Mailbox | undefined;
  #present: ResumableSocket | undefined;
  #is_web_socket = false;
  #is_polled = false;
  #is_over = false;

  constructor(deps: CoreTransportsDeps) {
    this.#deps = deps;
    this.#pace = createPollPace(deps.clock, limits.http_poll_interval_ms);
    this.connection = deps.connection(() => this.#ended());
  }

  /** What Bun is to keep for a WebSocket of this connection, or why it cannot have one. */
  webSocket(): BunSocketData | Refusal {
    const { kind, carrier } = this.connection;
    if (kind === "negotiated") {
      if (!this.#is_web_socket) this.#deps.onWebSocket();
      this.#is_web_socket = true;
      return this.#deps.resumable ? this.#resumable() : this.#plain();
    }
    if (carrier?.kind === "resumable") {
      if (this.connection.resumption?.resume() === true) return this.#resumable();
      this.connection.endWith("The connection was resumed too often.", true);
      return { status: 404, why: "This connection was resumed too often, and has ended." };
    }
    return carrier?.kind === "websocket" ? TAKEN : OTHER;
  }

  /** A stream of server-sent events. */
  events(headers: Readonly<Record<string, string>>): Response | Refusal {
    const { connection } = this;
    if (connection.kind !== "negotiated") return connection.carrier?.kind === "events" ? TAKEN : OTHER;
    const mailbox = this.#openMailbox(hubLimits.hub_linger_ms, () => connection.lost());
    connection.carry(mailboxCarrier("events", mailbox));
    let has_begun = false;
    const stream = openHttpStream({
      headers: { ...headers, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" },
      ping: "",
      next() {
        const opening = has_begun ? "" : ":\r\n";
        has_begun = true;
        const text = opening + eventOf(mailbox.take());
        const last = mailbox.ending !== undefined;
        return text === "" && !last ? undefined : { text, last };
      },
      // A stream that broke is not taken up again: the client connects anew.
      onEnd: () => {
        mailbox.discard();
        connection.lost();
        this.#over();
      },
    });
    mailbox.attach(stream);
    return stream.response;
  }

  /** A poll; the first is answered at once and empty, which the client takes for the opening. */
  poll(signal: AbortSignal, headers: Readonly<Record<string, string>>): Promise<Response> | Response | Refusal {
    const { connection } = this;
    const answer = (status: number, body: Uint8Array<ArrayBuffer> | null): Response =>
      new Response(body, { status, headers: { ...headers, "Content-Type": "application/octet-stream" } });
    if (connection.kind === "negotiated") {
      const mailbox = this.#openMailbox(hubLimits.hub_linger_ms, () => {
        connection.lost();
        this.#over();
      });
      this.#is_polled = true;
      connection.carry(mailboxCarrier("polls", mailbox));
      return answer(200, null);
    }
    const mailbox = this.#mailbox;
    if (mailbox === undefined || !this.#is_polled) return OTHER;
    const poll: HeldPoll = holdPoll({
      clock: this.#deps.clock,
      hold_ms: hubLimits.hub_poll_hold_ms,
      not_before_ms: this.#pace(),
      isUrgent: () => mailbox.ending !== undefined,
      signal,
      answer() {
        const frames = mailbox.take();
        if (frames.length > 0) return answer(200, bodyOf(frames));
        return mailbox.ending === undefined ? undefined : answer(204, null);
      },
      nothing: () => answer(200, null),
      replaced: () => answer(204, null),
      onEnd: () => {
        mailbox.detach(poll);
        if (mailbox.ending === undefined || mailbox.ring.bytes > 0) return;
        mailbox.discard();
        this.#over();
      },
    });
    mailbox.attach(poll);
    poll.wake();
    return poll.response;
  }

  /** The client has sent a request with messages in it. */
  send(octets: Uint8Array): Refusal | undefined {
    const kind = this.connection.carrier?.kind;
    if (kind === "websocket" || kind === "resumable") return { status: 405, why: "This connection has a WebSocket." };
    if (kind === undefined) return { status: 404, why: "This connection has no transport yet, or has ended." };
    this.#guarded("text", () => this.connection.hear(octets));
    return undefined;
  }

  /** The client wants no more polls. */
  stop(): Refusal | undefined {
    const { connection } = this;
    if (connection.carrier !== undefined && connection.carrier.kind !== "polls") return OTHER;
    this.#mailbox?.discard();
    connection.lost();
    this.#over();
    return undefined;
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
        else hear(connection, input);
      },
    };
  }

  #resumable(): BunSocketData {
    let own: ResumableSocket | undefined;
    return {
      receive: (input) => {
        if (input.kind === "opened") own = this.#resume(input.socket);
        else if (own === undefined || own !== this.#present) return;
        else if (input.kind === "closed") {
          this.#present = undefined;
          this.#mailbox?.detach(own);
        } else hear(this.connection, input);
      },
    };
  }

  #resume(socket: Socket): ResumableSocket | undefined {
    const { connection } = this;
    const known = this.#mailbox;
    if (connection.kind === "ended") {
      // Since the handshake of the socket.
      socket.close(NORMAL_CLOSURE, "");
      return undefined;
    }
    const mailbox = known ?? this.#openMailbox(hubLimits.hub_linger_ms, () => connection.lost());
    const own = new ResumableSocket(socket, mailbox);
    this.#present = own;
    if (known === undefined) {
      connection.resumption = new Resumption(this.#deps.clock, (sequence) =>
        connection.send({ kind: "ack", sequence }),
      );
      connection.acknowledged = (sequence) => mailbox.acknowledge(sequence);
      connection.carry(resumableCarrier(mailbox, () => this.#present));
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

  /** The hub has let the connection go. Polls may still have to tell the end; every other transport has told it. */
  #ended(): void {
    if (!this.#is_polled) this.#over();
  }

  #over(): void {
    if (this.#is_over) return;
    this.#is_over = true;
    this.#deps.onOver({ is_web_socket: this.#is_web_socket });
  }

  /** A fault of ours costs the one connection on which it showed, and is never silent. */
  #guarded(input: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#deps.log.error("session_failed", { input, error });
      this.connection.endWith(closeCodes.over_capacity.text, true);
    }
  }
}

function hear(connection: CoreConnection, input: SocketInput): void {
  if (input.kind === "text") connection.hear(Buffer.from(input.text));
  else if (input.kind === "binary") connection.hear(input.octets);
}
