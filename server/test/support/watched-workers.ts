/** Threads that a test sees start, and whose requests it can hold back. */
export interface WatchedWorkers extends Disposable {
  /** Running and ended threads of the program. */
  readonly started: readonly Worker[];
  /** Requests that are held back. */
  readonly held: readonly string[];
  /** Holds back all requests from now on. */
  hold(): void;
  /** Resolves when a request is held back. */
  holding(): Promise<void>;
  release(): void;
}

/**
 * Watches the threads that run `file`, until disposed. Start the server inside.
 *
 * @example
 * using readers = watchWorkers("reader.ts");
 */
export function watchWorkers(file: string): WatchedWorkers {
  const Original = globalThis.Worker;
  const started: Worker[] = [];
  const held: { readonly message: string; send(): void }[] = [];
  let is_holding = false;
  let waiting = Promise.withResolvers<void>();
  globalThis.Worker = class extends Original {
    readonly #is_watched: boolean;

    constructor(...options: ConstructorParameters<typeof Worker>) {
      super(...options);
      this.#is_watched = String(options[0]).endsWith(`/${file}`);
      if (this.#is_watched) started.push(this);
    }

    override postMessage(message: string): void {
      if (this.#is_watched && is_holding) {
        held.push({ message, send: () => super.postMessage(message) });
        waiting.resolve();
      } else {
        super.postMessage(message);
      }
    }
  };
  return {
    started,
    get held() {
      return held.map(({ message }) => message);
    },
    hold() {
      is_holding = true;
      waiting = Promise.withResolvers();
    },
    holding: () => waiting.promise,
    release() {
      is_holding = false;
      for (const each of held.splice(0)) each.send();
    },
    [Symbol.dispose]() {
      globalThis.Worker = Original;
    },
  };
}
