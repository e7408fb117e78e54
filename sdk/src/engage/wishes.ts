import type { Wish } from "./suppressions.ts";

/** What a tab tells the others: a choice, or that the person does not agree to be remembered. */
type Said = Wish | "denied";

/** Tells the person's other tabs of a choice at once, without the server. */
export interface Wishes {
  /** Listens and tells from now on. What was chosen earlier, the others hear from the server. */
  open(): void;
  tell(said: Said): void;
  close(): void;
}

/** Hears and tells over a BroadcastChannel; a browser without one hears it from the server a moment later. */
export function createWishes(
  window: Window & typeof globalThis,
  name: string,
  hear: (said: MessageEvent<Said>) => void,
): Wishes {
  let channel: BroadcastChannel | undefined;
  return {
    open() {
      try {
        channel = new window.BroadcastChannel(name);
        // Only this SDK, in this site's own tabs, writes here.
        channel.onmessage = hear;
      } catch {
        // Not there, or forbidden in this frame.
      }
    },
    tell: (said) => channel?.postMessage(said),
    close: () => channel?.close(),
  };
}
