import type { Session } from "./pusher/session.ts";
import type { Socket } from "./socket.ts";

/** What Bun keeps for each of our WebSockets. */
export type BunSocketData = Session;

/** The seam over a WebSocket of Bun, whose calls on a closed socket do nothing. */
export class BunSocket implements Socket {
  readonly #ws: Bun.ServerWebSocket<BunSocketData>;

  constructor(ws: Bun.ServerWebSocket<BunSocketData>) {
    this.#ws = ws;
  }

  send(text: string): void {
    this.#ws.sendText(text);
  }

  ping(): void {
    this.#ws.ping();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  join(topic: string): void {
    this.#ws.subscribe(topic);
  }

  leave(topic: string): void {
    this.#ws.unsubscribe(topic);
  }

  publish(topic: string, frame: string): void {
    this.#ws.publishText(topic, frame);
  }
}
