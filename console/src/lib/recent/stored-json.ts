/** What this browser stored under a key. Anyone can write there, so its shape is unknown. Undefined if there's nothing. */
export function readStoredJson(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Storage is disabled, or has something else.
    return undefined;
  }
}

export function writeStoredJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled or full.
  }
}
