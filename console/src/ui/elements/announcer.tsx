import { useSyncExternalStore } from "react";

let announcement = { text: "", turn: 0 };
const listeners = new Set<() => void>();

/** Says something to people who hear the page, without moving their focus. */
export function announce(text: string): void {
  announcement = { text, turn: announcement.turn + 1 };
  for (const listener of listeners) listener();
}

/** The one polite live region: it is there before anything is said. */
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
      {/* A space more or less makes the same sentence news again. */}
      {text + (turn % 2 === 0 ? "" : "\u00a0")}
    </div>
  );
}
