/** What a page may remember between visits: off without consent, and silent where the browser blocks it. */
export type Consent = "granted" | "pending" | "denied";

/** Text by name in `localStorage`: a cache, since Safari may forget it after seven days. */
export interface Storage {
  get(name: string): string | undefined;
  /** Undefined removes. */
  set(name: string, text?: string | undefined): void;
}

/**
 * Reads and writes nothing unless `allowed`; removing is always allowed. A sandboxed or locked-down page throws on the
 * mere mention of `localStorage`: there it holds nothing.
 */
export function createStorage(window: Window, allowed: () => boolean): Storage {
  return {
    get(name) {
      try {
        if (allowed()) return window.localStorage.getItem(name) ?? undefined;
      } catch {
        // Blocked: there is nothing.
      }
      return undefined;
    },
    set(name, text) {
      try {
        if (text === undefined) window.localStorage.removeItem(name);
        else if (allowed()) window.localStorage.setItem(name, text);
      } catch {
        // Blocked or full: the identity lives as long as the page.
      }
    },
  };
}
