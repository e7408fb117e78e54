import type { Clock } from "@fanfare/contract/lib/clock";
import { hubLimits } from "@fanfare/contract/limits/hub";

/** A session that ends with its client's requests. */
export interface Abandonable {
  abandon(): void;
}

/** Sessions over HTTP requests, kept until their clients have received the end. */
export class RequestSessions<Session extends Abandonable> {
  readonly #clock: Clock;
  readonly #open = new Map<string, Session>();
  #onEmpty = (): void => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(id: string): Session | undefined {
    return this.#open.get(id);
  }

  add(id: string, session: Session): void {
    this.#open.set(id, session);
  }

  /** Does nothing if another session has taken the ID. */
  remove(id: string, session: Session): void {
    if (this.#open.get(id) === session) this.#open.delete(id);
    if (this.#open.size === 0) this.#onEmpty();
  }

  /**
   * Call after all sessions have ended. Resolves when each client has received the end in its next request, or after
   * `hub_last_request_ms`, when the rest are abandoned so that they don't delay the shutdown.
   */
  settled(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(hubLimits.hub_last_request_ms, () => {
      for (const session of [...this.#open.values()]) session.abandon();
      resolve();
    });
    this.#onEmpty = () => {
      cancel();
      resolve();
    };
    return promise;
  }
}
