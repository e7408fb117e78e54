import type { FanfareEvents } from "./api.ts";
import type { Off } from "./live/channel.ts";

/** Who listens to what, by name: to what Fanfare tells its page, or to what is said on a channel. */
export interface Emitter<Events = FanfareEvents> {
  on<Name extends keyof Events>(event: Name, listener: (data: Events[Name]) => void): Off;
  emit<Name extends keyof Events>(event: Name, data: Events[Name]): void;
  clear(): void;
  /** How many listen. */
  size(): number;
}

/** `invoke` calls a listener, which may throw. */
export function createEmitter<Events = FanfareEvents>(
  invoke: (listener: (data: unknown) => void, data: unknown) => void,
): Emitter<Events> {
  const listeners = new Map<PropertyKey, Set<(data: never) => void>>();
  let size = 0;
  return {
    on(event, listener) {
      // Wrapped, so that one function given twice is called twice and stopped one by one.
      const own: typeof listener = (data) => listener(data);
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(own));
      size++;
      return () => {
        if (set.delete(own)) size--;
      };
    },
    emit(event, data) {
      // Only `on` adds, and it ties the listener's parameter to the event's name.
      for (const listener of [...(listeners.get(event) ?? [])]) invoke(listener as (data: unknown) => void, data);
    },
    clear: () => listeners.clear(),
    size: () => size,
  };
}
