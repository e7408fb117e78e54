import type { FanfareEvents } from "../api/events.ts";

export type Off = () => void;

/** Who listens to what, by name: to what Fanfare tells its page, or to what is said on a channel. */
export interface Emitter<Events = FanfareEvents> {
  /** `once`: only to the next one. */
  on<Name extends keyof Events>(event: Name, listener: (data: Events[Name]) => void, once?: boolean): Off;
  /** Forgets this listener, however often it was given. */
  off<Name extends keyof Events>(event: Name, listener: (data: Events[Name]) => void): void;
  emit<Name extends keyof Events>(event: Name, data: Events[Name]): void;
  clear(): void;
  /** How many listen. */
  size(): number;
}

/** One that listens. A function that is given twice is two of them: called twice, and stopped one by one. */
type Registration = readonly [event: PropertyKey, listener: (data: never) => void, once: boolean | undefined];

/** `invoke` calls a listener, which may throw. */
export function createEmitter<Events = FanfareEvents>(
  invoke: (listener: (data: unknown) => void, data: unknown) => void,
): Emitter<Events> {
  /** Made anew with every change: who comes or goes while something is told changes nothing about who is told. */
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
        // Only `on` adds, and it ties the listener's parameter to the event's name.
        invoke(own[1] as (data: unknown) => void, data);
      }
    },
    clear() {
      all = [];
    },
    size: () => all.length,
  };
}
