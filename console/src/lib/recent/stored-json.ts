/** What was parsed last by key, so that an unchanged text stays the same value. */
const parsed = new Map<string, { readonly text: string; readonly value: unknown }>();
/** Used instead of disabled or full storage, until reload. */
const in_memory = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * What this browser stored under a key. Anyone can write there, so its shape is unknown. Undefined if there's nothing.
 * The same value until something else is stored.
 */
export function readStoredJson(key: string): unknown {
  const text = in_memory.get(key) ?? storedText(key);
  if (text === null) return undefined;
  const last = parsed.get(key);
  if (last?.text === text) return last.value;
  const value = parse(text);
  parsed.set(key, { text, value });
  return value;
}

export function writeStoredJson(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    in_memory.delete(key);
  } catch {
    in_memory.set(key, text);
  }
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. Follows other tabs. */
export function onStoredJson(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is disabled.
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
