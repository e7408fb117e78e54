import { useSyncExternalStore } from "react";

let announcement = { text: "", turn: 0 };
const listeners = new Set<() => void>();

/** Announces a text to screen readers without moving focus. */
export function announce(text: string): void {
  announcement = { text, turn: announcement.turn + 1 };
  for (const listener of listeners) listener();
}

/** The only polite live region. It must exist before the first announcement. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announcement,
  );
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {/* Alternates a trailing space, so that a repeated text is announced again. */}
      {text + (turn % 2 === 0 ? "" : "\u00a0")}
    </div>
  );
}
