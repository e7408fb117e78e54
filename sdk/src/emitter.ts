import type { FanfareEvents } from "./api.ts";
import type { Off } from "./live/channel.ts";
import type { Invoke } from "./report.ts";

/** Who listens to what Fanfare tells its page. */
export interface Emitter {
  on<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): Off;
  emit<Name extends keyof FanfareEvents>(event: Name, data: FanfareEvents[Name]): void;
  clear(): void;
}

export function createEmitter(invoke: Invoke): Emitter {
  const listeners = new Map<string, Set<(data: never) => void>>();
  return {
    on(event, listener) {
      const own: typeof listener = (data) => listener(data);
      const set = listeners.get(event) ?? new Set();
      set.add(own);
      listeners.set(event, set);
      return () => void set.delete(own);
    },
    emit(event, data) {
      // Only `on` adds, and it ties the listener's parameter to the event's name.
      for (const listener of [...(listeners.get(event) ?? [])]) invoke(listener as (data: unknown) => void, data);
    },
    clear: () => listeners.clear(),
  };
}
