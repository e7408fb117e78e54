import { readStoredJson, writeStoredJson } from "./recent/stored-json.ts";

const KEY = "fanfare-console-debug-page:";

const PAGES_KEPT = 5;

/** URLs that were opened from this app on this device, latest first. */
export function recentPages(app_id: string): readonly string[] {
  const stored = readStoredJson(`${KEY}${app_id}:recent`);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
}

/** URL that was last debugged in this app, preferably for this content. "" if there is none. */
export function lastPage(app_id: string, content_id?: string): string {
  try {
    const of_content = content_id === undefined ? null : localStorage.getItem(storageKey(app_id, content_id));
    return of_content ?? localStorage.getItem(storageKey(app_id)) ?? "";
  } catch {
    // Storage is disabled.
    return "";
  }
}

export function rememberPage(app_id: string, url: string, content_id?: string): void {
  try {
    writeStoredJson(
      `${KEY}${app_id}:recent`,
      [url, ...recentPages(app_id).filter((each) => each !== url)].slice(0, PAGES_KEPT),
    );
    localStorage.setItem(storageKey(app_id), url);
    if (content_id !== undefined) localStorage.setItem(storageKey(app_id, content_id), url);
  } catch {
    // Storage is disabled or full.
  }
}

/**
 * The URL of a page as people type it, with a scheme if it has none.
 *
 * @example
 * withScheme("shop.example/orders"); // "https://shop.example/orders"
 * withScheme("localhost:3000"); // "http://localhost:3000"
 */
export function withScheme(typed: string): string {
  const url = typed.trim();
  if (url === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url;
  return `${LOCAL_HOST.test(url) ? "http" : "https"}://${url}`;
}

/** This machine: rarely served over HTTPS. */
const LOCAL_HOST = /^(?:[\w-]+\.)*localhost(?![\w.-])|^127\.[\d.]+(?![\w.-])|^\[::1\]/i;

function storageKey(app_id: string, content_id?: string): string {
  return content_id === undefined ? KEY + app_id : `${KEY}${app_id}:${content_id}`;
}
