import { useSyncExternalStore } from "react";
import { onStoredJson, readStoredJson, writeStoredJson } from "./stored-json.ts";

/** Keys of what was dismissed in an app, with the time until which it stays hidden. */
type Dismissals = Readonly<Record<string, number>>;

const KEY = "fanfare-console-dismissed:";
const DISMISSED_MS = 30 * 86_400_000;

/** Hides something in this browser for 30 days. */
export function dismiss(app_id: string, key: string, now_ms: number): void {
  const kept = Object.entries(dismissalsOf(app_id)).filter(([, until]) => until > now_ms);
  writeStoredJson(KEY + app_id, Object.fromEntries([...kept, [key, now_ms + DISMISSED_MS]]));
}

export function restoreDismissed(app_id: string, key: string): void {
  const others = Object.entries(dismissalsOf(app_id)).filter(([each]) => each !== key);
  writeStoredJson(KEY + app_id, Object.fromEntries(others));
}

/** Whether each key is dismissed now. Follows other tabs. */
export function useDismissals(app_id: string): (key: string, now_ms: number) => boolean {
  const dismissals = toDismissals(useSyncExternalStore(onStoredJson, () => readStoredJson(KEY + app_id)));
  return (key, now_ms) => (dismissals[key] ?? 0) > now_ms;
}

export function dismissalsOf(app_id: string): Dismissals {
  return toDismissals(readStoredJson(KEY + app_id));
}

function toDismissals(value: unknown): Dismissals {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, until]) => typeof until === "number"));
}
