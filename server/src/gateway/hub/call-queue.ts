import { hubLimits } from "@fanfare/contract/limits/hub";

/** Runs each client's calls sequentially. */
export class CallQueue<Client extends object> {
  /** Clients with a running call, and their queued calls. */
  readonly #waiting = new Map<Client, (() => void)[]>();

  /** Returns false if the client's queue is full. */
  run(client: Client, call: (done: () => void) => void): boolean {
    const start = (): void => call(() => this.#next(client));
    const waiting = this.#waiting.get(client);
    if (waiting === undefined) {
      this.#waiting.set(client, []);
      start();
      return true;
    }
    if (waiting.length >= hubLimits.hub_calls_waiting_max) return false;
    waiting.push(start);
    return true;
  }

  drop(client: Client): void {
    this.#waiting.delete(client);
  }

  #next(client: Client): void {
    const next = this.#waiting.get(client)?.shift();
    if (next === undefined) this.#waiting.delete(client);
    else next();
  }
}
