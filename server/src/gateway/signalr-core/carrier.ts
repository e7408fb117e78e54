import type { Frame } from "../../channels/subscriber.ts";
import type { Mailbox, Receiver } from "../mailbox.ts";
import type { Socket } from "../socket.ts";

/** The way to one client once it has chosen a transport. */
export interface Carrier {
  readonly kind: "websocket" | "resumable" | "events" | "polls";
  /** Whether it cannot carry octets. */
  readonly text_only: boolean;
  /** Takes what counts as a message of the hub, and joins topics. */
  readonly socket: Socket;
  /** Says something that is not counted and not repeated: keep-alive, acknowledgements, the end. */
  say(frame: Frame): void;
  /** Ends after what was said. */
  end(): void;
}

/** RFC 6455 section 7.4.1. */
export const NORMAL_CLOSURE = 1000;

/** A WebSocket that carries its connection alone: its topics are native. */
export function webSocketCarrier(socket: Socket): Carrier {
  return {
    kind: "websocket",
    text_only: false,
    socket,
    say: (frame) => socket.send(frame),
    end: () => socket.close(NORMAL_CLOSURE, ""),
  };
}

/** Requests that come and go and empty a mailbox. */
export function mailboxCarrier(kind: "events" | "polls", mailbox: Mailbox): Carrier {
  return {
    kind,
    text_only: kind === "events",
    socket: mailbox,
    say: (frame) => mailbox.send(frame),
    end: () => mailbox.close(NORMAL_CLOSURE, ""),
  };
}

/** One WebSocket of a resumable connection: repeats what the one before may have lost. */
export class ResumableSocket implements Receiver {
  readonly socket: Socket;
  readonly #mailbox: Mailbox;
  #sent: number;

  constructor(socket: Socket, mailbox: Mailbox) {
    this.socket = socket;
    this.#mailbox = mailbox;
    this.#sent = mailbox.ring.oldest - 1;
  }

  /** The number of the first message that will follow on this socket. */
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

/** A WebSocket that may be replaced while the connection goes on. `present` answers the newest one. */
export function resumableCarrier(mailbox: Mailbox, present: () => ResumableSocket | undefined): Carrier {
  return {
    kind: "resumable",
    text_only: false,
    socket: mailbox,
    say: (frame) => present()?.socket.send(frame),
    end() {
      present()?.socket.close(NORMAL_CLOSURE, "");
      mailbox.discard();
    },
  };
}
