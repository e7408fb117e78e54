import type { FanfareEvents } from "../api/events.ts";

export type Off = () => void;

export interface Emitter<Events = FanfareEvents> {
  on<Name extends keyof Events>(event: Name, listener: (data: Events[Name]) => void, once?: boolean): Off;
  /** Removes this listener, however often it was added. */
  off<Name extends keyof Events>(event: Name, listener: (data: Events[Name]) => void): void;
  emit<Name extends keyof Events>(event: Name, data: Events[Name]): void;
  clear(): void;
  size(): number;
}

/** A listener added twice has two registrations: it's called twice and removed one at a time. */
type Registration = readonly [event: PropertyKey, listener: (data: never) => void, once: boolean | undefined];

/** `invoke` calls a listener that may throw. */
export function createEmitter<Events = FanfareEvents>(
  invoke: (listener: (data: unknown) => void, data: unknown) => void,
): Emitter<Events> {
  /** Immutable: adding or removing listeners during an emit doesn't affect it. */
  let all: readonly Registration[] = [];
  const forget = (own: Registration): void => {
    all = all.filter((each) => each !== own);
  };
  return {
    on(event, listener, once) {
      const own: Registration = [event, listener, once];
      all = [...all, own];
      return () => forget(own);
    },
    off(event, listener) {
      all = all.filter((each) => each[0] !== event || each[1] !== listener);
    },
    emit(event, data) {
      for (const own of all) {
        if (own[0] !== event) continue;
        if (own[2]) forget(own);
        // Only `on` adds listeners, and it ties their parameter to the event name.
        invoke(own[1] as (data: unknown) => void, data);
      }
    },
    clear() {
      all = [];
    },
    size: () => all.length,
  };
}
