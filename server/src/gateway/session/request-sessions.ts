import type { Clock } from "@fanfare/contract/lib/clock";
import { hubLimits } from "@fanfare/contract/limits/hub";

/** A session that ends with a request of its client. */
export interface Abandonable {
  abandon(): void;
}

/** Sessions whose clients come by requests, until the last of them has read its end. */
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

  /** Does nothing where another session has taken the id. */
  remove(id: string, session: Session): void {
    if (this.#open.get(id) === session) this.#open.delete(id);
    if (this.#open.size === 0) this.#onEmpty();
  }

  /**
   * Once every session has been ended: resolves when each client has read its end in a next request, or after
   * `hub_last_request_ms`, when the rest are abandoned so that they don't hold up the shutdown.
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
