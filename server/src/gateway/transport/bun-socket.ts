import type { Frame } from "../../channels/subscriber.ts";
import type { Socket, SocketInput } from "./socket.ts";
import type { Topics } from "./topics.ts";

export interface BunSocketData {
  receive(input: SocketInput): void;
}

/**
 * Upgrades a request to a WebSocket with this data. `network`: of the client, if it's known already. False if it isn't a
 * WebSocket handshake.
 */
export type UpgradeSocket = (
  request: Request,
  server: Bun.Server<BunSocketData>,
  data: BunSocketData,
  headers?: Readonly<Record<string, string>>,
  network?: string,
) => boolean;

/** Bun WebSocket. Calls on a closed socket do nothing. */
export class BunSocket implements Socket {
  readonly #ws: Bun.ServerWebSocket<BunSocketData>;
  readonly #topics: Pick<Topics, "publishExcept">;

  constructor(ws: Bun.ServerWebSocket<BunSocketData>, topics: Pick<Topics, "publishExcept">) {
    this.#ws = ws;
    this.#topics = topics;
  }

  send(frame: Frame): void {
    this.#ws.send(frame);
  }

  ping(): void {
    this.#ws.ping();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  buffered(): number {
    return this.#ws.getBufferedAmount();
  }

  cut(): void {
    this.#ws.terminate();
  }

  join(topic: string): void {
    this.#ws.subscribe(topic);
  }

  leave(topic: string): void {
    this.#ws.unsubscribe(topic);
  }

  publish(topic: string, frame: Frame): void {
    this.#ws.publish(topic, frame);
    this.#topics.publishExcept(topic, frame);
  }
}
