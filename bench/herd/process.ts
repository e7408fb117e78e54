/** The herd, in a process of its own: IPC starts it, and it reports when all of its clients are back or gave up. */
import { type ClientObserver, HERD_CLIENTS, type HerdKind } from "./clients.ts";

export interface HerdOrder {
  readonly port: number;
  readonly kind: HerdKind;
  readonly clients: number;
}

export interface HerdReport {
  /** From the start until the client was back, one for each that is. */
  readonly back_ms: readonly number[];
  readonly gave_up: number;
  /** Connections that clients tried. */
  readonly attempts: number;
}

process.on("message", ({ port, kind, clients }: HerdOrder) => {
  const began_ms = performance.now();
  const back_ms: number[] = [];
  let gave_up = 0;
  let attempts = 0;
  const settled = (): void => {
    if (back_ms.length + gave_up === clients) process.send?.({ back_ms, gave_up, attempts } satisfies HerdReport);
  };
  const observer: ClientObserver = {
    attempt() {
      attempts++;
    },
    back() {
      back_ms.push(performance.now() - began_ms);
      settled();
    },
    gaveUp() {
      gave_up++;
      settled();
    },
  };
  for (let index = 0; index < clients; index++) HERD_CLIENTS[kind](port, index, observer);
});
