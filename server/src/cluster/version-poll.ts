import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";

/** Apps of this node, which other nodes change in the database. */
export interface PolledApps {
  all(): readonly { readonly id: AppId; readonly config_version: number }[];
  refreshChanged(): Promise<unknown>;
}

export interface VersionPollDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly apps: PolledApps;
  /** Tells the pages of this node. */
  readonly signal: (app_id: AppId, config_version: number) => void;
}

/**
 * Finds what other processes changed, also if their messages were lost, and tells each version to this node's pages
 * once. Pages that have it already ignore that.
 *
 * @example
 * const poll = new VersionPoll({ clock, log, apps, signal });
 * await poll.stop();
 */
export class VersionPoll {
  readonly #deps: VersionPollDeps;
  #signaled: ReadonlyMap<AppId, number>;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #cancel: Cancel = () => {};
  #is_stopped = false;

  constructor(deps: VersionPollDeps) {
    this.#deps = deps;
    this.#signaled = this.#versions();
    this.#schedule();
  }

  /** Resolves when this node has everything that was committed before the call. */
  catchUp(): Promise<void> {
    if (this.#reading === undefined) return this.#read();
    // A read in progress may have begun before the commit. All callers share the one after it.
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#read();
      });
    return this.#next;
  }

  async stop(): Promise<void> {
    this.#is_stopped = true;
    this.#cancel();
    await this.#reading?.catch(() => {});
  }

  #schedule(): void {
    this.#cancel = this.#deps.clock.after(limits.apps_poll_ms, () => {
      this.#read()
        .catch((error: unknown) => this.#deps.log.warn("apps_not_polled", { error }))
        .finally(() => {
          if (!this.#is_stopped) this.#schedule();
        });
    });
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    await this.#deps.apps.refreshChanged();
    const versions = this.#versions();
    for (const [id, version] of versions) if (this.#signaled.get(id) !== version) this.#deps.signal(id, version);
    this.#signaled = versions;
  }

  #versions(): ReadonlyMap<AppId, number> {
    return new Map(this.#deps.apps.all().map(({ id, config_version }) => [id, config_version]));
  }
}
