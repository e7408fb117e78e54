import type { Frame } from "../../channels/subscriber.ts";
import type { Mailbox, Receiver } from "../transport/mailbox.ts";
import type { Socket } from "../transport/socket.ts";

export interface ConnectionCarrier {
  readonly kind: "websocket" | "resumable" | "events" | "polls";
  readonly text_only: boolean;
  readonly socket: Socket;
  /** Sends frames that aren't counted or replayed: keepalives, acknowledgments, and the end. */
  sendControl(frame: Frame): void;
  /** Ends after the frames already sent. */
  end(): void;
}

/** RFC 6455 section 7.4.1. */
export const NORMAL_CLOSURE = 1000;

/** The only WebSocket of its connection, so it uses Bun's native topics. */
export function webSocketCarrier(socket: Socket): ConnectionCarrier {
  return {
    kind: "websocket",
    text_only: false,
    socket,
    sendControl: (frame) => socket.send(frame),
    end: () => socket.close(NORMAL_CLOSURE, ""),
  };
}

export function mailboxCarrier(kind: "events" | "polls", mailbox: Mailbox): ConnectionCarrier {
  return {
    kind,
    text_only: kind === "events",
    socket: mailbox,
    sendControl: (frame) => mailbox.send(frame),
    end: () => mailbox.close(NORMAL_CLOSURE, ""),
  };
}

/** One WebSocket of a resumable connection. Replays frames that the previous one may have lost. */
export class ResumableSocket implements Receiver {
  readonly socket: Socket;
  readonly #mailbox: Mailbox;
  #sent: number;

  constructor(socket: Socket, mailbox: Mailbox) {
    this.socket = socket;
    this.#mailbox = mailbox;
    this.#sent = mailbox.ring.oldest - 1;
  }

  /** Number of the first message sent on this socket. */
  get first(): number {
    return this.#sent + 1;
  }

  wake(): void {
    const replay = this.#mailbox.ring.after(this.#sent);
    if (replay.outcome === "gap") return;
    for (const { sequence, frame } of replay.messages) {
      this.#sent = sequence;
      this.socket.send(frame);
    }
  }

  ping(): void {
    this.socket.ping();
  }

  drop(): void {
    this.socket.close(NORMAL_CLOSURE, "");
  }
}

/** WebSocket that can be replaced while the connection stays open. `current` returns the newest one. */
export function resumableCarrier(mailbox: Mailbox, current: () => ResumableSocket | undefined): ConnectionCarrier {
  return {
    kind: "resumable",
    text_only: false,
    socket: mailbox,
    sendControl: (frame) => current()?.socket.send(frame),
    end() {
      current()?.socket.close(NORMAL_CLOSURE, "");
      mailbox.discard();
    },
  };
}
