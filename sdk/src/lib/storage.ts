/** Consent to store data between visits. Only `granted` allows it. */
export type Consent = "granted" | "pending" | "denied";

/** Text by key in `localStorage`. Only a cache: Safari may delete it after seven days. */
export interface Storage {
  get(name: string): string | null | undefined;
  /** Undefined removes the entry. */
  set(name: string, text?: string | undefined): void;
}

/**
 * Reads and writes only if `allowed`; removing is always allowed. Empty if accessing `localStorage` throws, as in
 * sandboxed pages.
 */
export function createStorage(window: Window, allowed: () => boolean): Storage {
  return {
    get(name) {
      try {
        if (allowed()) return window.localStorage.getItem(name);
      } catch {
        // Blocked: treat as empty.
      }
      return undefined;
    },
    set(name, text) {
      try {
        if (text === undefined) window.localStorage.removeItem(name);
        else if (allowed()) window.localStorage.setItem(name, text);
      } catch {
        // Blocked or full: the identity lasts as long as the page.
      }
    },
  };
}
