import { hubLimits } from "@fanfare/contract/limits/hub";

/** Runs the calls of each client one after the other: a call starts when the one before it is done. */
export class CallQueue<Client extends object> {
  /** Clients with a call under way, and the calls that wait for it. */
  readonly #waiting = new Map<Client, (() => void)[]>();

  /** False where too many calls of this client wait already. */
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

  /** Drops the calls that have not started. */
  drop(client: Client): void {
    this.#waiting.delete(client);
  }

  #next(client: Client): void {
    const next = this.#waiting.get(client)?.shift();
    if (next === undefined) this.#waiting.delete(client);
    else next();
  }
}
