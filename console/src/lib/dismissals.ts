import { useSyncExternalStore } from "react";

/** Keys of what was dismissed in an app, with the time until which it stays hidden. */
type Dismissals = Readonly<Record<string, number>>;

const KEY = "fanfare-console-dismissed:";
const DISMISSED_MS = 30 * 86_400_000;
const listeners = new Set<() => void>();
/** What was read last, so that an unchanged list stays the same object. */
const read = new Map<string, { readonly text: string; readonly dismissals: Dismissals }>();
/** Used instead of disabled storage, until reload. */
const in_memory = new Map<string, string>();

/** Hides something in this browser for 30 days. */
export function dismiss(app_id: string, key: string, now_ms: number): void {
  const kept = Object.entries(dismissalsOf(app_id)).filter(([, until]) => until > now_ms);
  store(app_id, Object.fromEntries([...kept, [key, now_ms + DISMISSED_MS]]));
}

export function restoreDismissed(app_id: string, key: string): void {
  store(app_id, Object.fromEntries(Object.entries(dismissalsOf(app_id)).filter(([each]) => each !== key)));
}

/** Whether each key is dismissed now. Follows other tabs. */
export function useDismissals(app_id: string): (key: string, now_ms: number) => boolean {
  const dismissals = useSyncExternalStore(listen, () => dismissalsOf(app_id));
  return (key, now_ms) => (dismissals[key] ?? 0) > now_ms;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function dismissalsOf(app_id: string): Dismissals {
  const text = in_memory.get(app_id) ?? storedText(app_id);
  const last = read.get(app_id);
  if (last?.text === text) return last.dismissals;
  const dismissals = parseDismissals(text);
  read.set(app_id, { text, dismissals });
  return dismissals;
}

/** Anyone can write to storage, so other values are ignored. */
function parseDismissals(text: string): Dismissals {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, until]) => typeof until === "number"));
  } catch {
    return {};
  }
}

function storedText(app_id: string): string {
  try {
    return localStorage.getItem(KEY + app_id) ?? "{}";
  } catch {
    return "{}";
  }
}

function store(app_id: string, dismissals: Dismissals): void {
  const text = JSON.stringify(dismissals);
  try {
    localStorage.setItem(KEY + app_id, text);
  } catch {
    in_memory.set(app_id, text);
  }
  for (const listener of listeners) listener();
}
