import { frames } from "@fanfare/contract/realtime/pusher";
import type { Connect, TransportObserver } from "../../src/realtime/transport.ts";

export interface DialledSocket {
  readonly url: string;
  readonly sent: { readonly event: string; readonly data: unknown }[];
  readonly closed: () => boolean;
  receive(text: string): void;
  end(code: number): void;
  establish(fields?: Readonly<Record<string, unknown>>): void;
}

/** A network under the test's control: records every connection, and nothing happens automatically. */
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
      // The client sends only JSON.
      send: (text) => sent.push(JSON.parse(text)),
      close() {
        closed = true;
      },
    };
  };
  return { connect, sockets };
}

export function lastOf<Each>(list: readonly Each[]): Each {
  const each = list.at(-1);
  if (each === undefined) throw new Error("The list is empty.");
  return each;
}
