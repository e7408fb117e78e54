const KEY = "fanfare-console-debug-page:";

/** The page of this app that was debugged last; empty where there was none. */
export function lastPage(app_id: string): string {
  try {
    return localStorage.getItem(KEY + app_id) ?? "";
  } catch {
    // Storage is switched off: the address is written anew.
    return "";
  }
}

/** Keeps the page for the next time. */
export function keepPage(app_id: string, url: string): void {
  try {
    localStorage.setItem(KEY + app_id, url);
  } catch {
    // As above.
  }
}
