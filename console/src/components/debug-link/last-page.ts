const KEY = "fanfare-console-debug-page:";

/** The page of this app that was debugged last, for this content where there was one; empty where there was none. */
export function lastPage(app_id: string, content_id?: string): string {
  try {
    const of_content = content_id === undefined ? null : localStorage.getItem(storageKey(app_id, content_id));
    return of_content ?? localStorage.getItem(storageKey(app_id)) ?? "";
  } catch {
    // Storage is switched off: the address is written anew.
    return "";
  }
}

/** Keeps the page for the next time. */
export function rememberPage(app_id: string, url: string, content_id?: string): void {
  try {
    localStorage.setItem(storageKey(app_id), url);
    if (content_id !== undefined) localStorage.setItem(storageKey(app_id, content_id), url);
  } catch {
    // As above.
  }
}

function storageKey(app_id: string, content_id?: string): string {
  return content_id === undefined ? KEY + app_id : `${KEY}${app_id}:${content_id}`;
}
