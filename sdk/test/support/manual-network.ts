import { frames } from "@fanfare/contract/realtime/pusher";
import type { Connect, TransportObserver } from "../../src/realtime/transport.ts";

/** One socket that was dialled, from the server's side. */
export interface DialledSocket {
  readonly url: string;
  /** What the client said, in order. */
  readonly sent: { readonly event: string; readonly data: unknown }[];
  readonly closed: () => boolean;
  receive(text: string): void;
  /** Ends it with this close code. */
  end(code: number): void;
  /** The handshake, as the server writes it. */
  establish(fields?: Readonly<Record<string, unknown>>): void;
}

/** A network that a test drives by hand: every dial is kept, nothing happens by itself. */
export function createManualNetwork(): { readonly connect: Connect; readonly sockets: DialledSocket[] } {
  const sockets: DialledSocket[] = [];
  const connect: Connect = (url, observer: TransportObserver) => {
    let closed = false;
    const sent: DialledSocket["sent"] = [];
    const id = sockets.length + 1;
    sockets.push({
      url,
      sent: sent,
      closed: () => closed,
      receive: (text) => observer.text(text),
      end(code) {
        closed = true;
        observer.gone(code);
      },
      establish: (fields = {}) => observer.text(frames.connectionEstablished(`${id}.${id}`, 120, fields)),
    });
    return {
      // What the client says is JSON of its own making.
      send: (text) => sent.push(JSON.parse(text)),
      close() {
        closed = true;
      },
    };
  };
  return { connect, sockets };
}

/** The last of a list, which a test has made sure of. */
export function lastOf<Each>(list: readonly Each[]): Each {
  const each = list.at(-1);
  if (each === undefined) throw new Error("The list is empty.");
  return each;
}
