import type { Cancel, Clock } from "@fanfare/contract/clock";
import type { Decision } from "@fanfare/contract/schema/v1";

/** What makes contents wait that could come at once: their own delay, and a person who writes. */
export interface Patience {
  /** The content's delay is over. The first question starts it. */
  isRipe(decision: Decision): boolean;
  /** Looks whether the person writes, before something new appears. */
  look(): Promise<void>;
  /** The person writes: nothing new appears. */
  isTyping(): boolean;
  /** The page goes. */
  leave(): void;
}

/** `over`: a wait is over. */
export function createPatience(window: Window, clock: Clock, over: () => void): Patience {
  const waited = new Map<string, boolean>();
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
    isRipe({ content_id, edition }) {
      const ripe = !edition.delay_ms || waited.get(content_id);
      if (ripe === undefined) {
        waited.set(content_id, false);
        clock.after(edition.delay_ms ?? 0, () => {
          waited.set(content_id, true);
          over();
        });
      }
      return ripe === true;
    },
    async look() {
      if (typing !== undefined || !isAnywhere()) return;
      // Without that part nobody can tell, and nothing waits.
      const part = await import("./typing.ts").catch(() => undefined);
      typing ??= part?.whileTyping(window, clock, () => {
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
