import type { PendingChoice } from "./suppressions.ts";

type TabMessage = PendingChoice | "denied";

export interface TabSync {
  /** Starts sending and receiving. Other tabs receive earlier choices from the server. */
  open(): void;
  send(message: TabMessage): void;
  close(): void;
}

/** Synchronizes tabs over a BroadcastChannel. Browsers without one get choices from the server a moment later. */
export function createTabSync(
  window: Window & typeof globalThis,
  name: string,
  onMessage: (message: MessageEvent<TabMessage>) => void,
): TabSync {
  let channel: BroadcastChannel | undefined;
  return {
    open() {
      try {
        channel = new window.BroadcastChannel(name);
        // Only this SDK, in the site's own tabs, posts to this channel.
        channel.onmessage = onMessage;
      } catch {
        // Unsupported, or blocked in this frame.
      }
    },
    send: (message) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}
