import type { PendingChoice } from "./suppressions.ts";

/** What a tab tells the others: a choice, or that the person does not agree to be remembered. */
type TabMessage = PendingChoice | "denied";

/** Tells the person's other tabs of a choice at once, without the server. */
export interface TabSync {
  /** Listens and tells from now on. What was chosen earlier, the others hear from the server. */
  open(): void;
  send(said: TabMessage): void;
  close(): void;
}

/** Hears and tells over a BroadcastChannel; a browser without one hears it from the server a moment later. */
export function createTabSync(
  window: Window & typeof globalThis,
  name: string,
  onMessage: (said: MessageEvent<TabMessage>) => void,
): TabSync {
  let channel: BroadcastChannel | undefined;
  return {
    open() {
      try {
        channel = new window.BroadcastChannel(name);
        // Only this SDK, in this site's own tabs, writes here.
        channel.onmessage = onMessage;
      } catch {
        // Not there, or forbidden in this frame.
      }
    },
    send: (message) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}
