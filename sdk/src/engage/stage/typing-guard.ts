import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { read } from "../../lib/native.ts";

/** Delays automatic content while the person types. */
export interface TypingGuard {
  check(): Promise<void>;
  isTyping(): boolean;
  leave(): void;
}

/** `over`: called when typing stops. */
export function createTypingGuard(window: Window, clock: Clock, over: () => void): TypingGuard {
  /** Stops watching the focused field; undefined if the person isn't typing. */
  let typing: Cancel | undefined;

  const isAnywhere = (): boolean => {
    const focused = read(window.document, "activeElement");
    return focused !== null && focused !== read(window.document, "body");
  };
  const leave = (): void => {
    typing?.();
    typing = undefined;
  };
  return {
    leave,
    async check() {
      if (typing || !isAnywhere()) return;
      // If it can't be loaded, typing isn't detected and nothing waits.
      const part = await import("./watch-typing.ts").catch(() => undefined);
      typing ??= part?.watchTyping(window, clock, () => {
        typing = undefined;
        over();
      });
    },
    isTyping() {
      // Removing a focused field fires no event.
      if (!isAnywhere()) leave();
      return typing !== undefined;
    },
  };
}
