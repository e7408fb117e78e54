import type { Cancel, Clock } from "@fanfare/contract/lib/clock";

/** What makes contents wait that could come at once: a person who writes. */
export interface TypingGuard {
  /** Looks whether the person writes, before something new appears. */
  check(): Promise<void>;
  /** The person writes: nothing new appears. */
  isTyping(): boolean;
  /** The page goes. */
  leave(): void;
}

/** `over`: a wait is over. */
export function createTypingGuard(window: Window, clock: Clock, over: () => void): TypingGuard {
  /** Stops waiting for the person to leave the field that they write in; undefined while they write in none. */
  let typing: Cancel | undefined;

  const isAnywhere = (): boolean => {
    const { activeElement, body } = window.document;
    return Boolean(activeElement) && activeElement !== body;
  };
  const leave = (): void => {
    typing?.();
    typing = undefined;
  };
  return {
    leave,
    async check() {
      if (typing || !isAnywhere()) return;
      // Without that part nobody can tell, and nothing waits.
      const part = await import("./watch-typing.ts").catch(() => undefined);
      typing ??= part?.watchTyping(window, clock, () => {
        typing = undefined;
        over();
      });
    },
    isTyping() {
      // A field that was taken away with the focus in it says nothing.
      if (!isAnywhere()) leave();
      return typing !== undefined;
    },
  };
}
