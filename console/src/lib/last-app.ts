import type { App } from "@fanfare/contract/schema/responses/content/content";

const KEY = "fanfare-console-app";

export function rememberApp(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is disabled, so the next visit opens the first app.
  }
}

/** Returns the app to open if the URL names none: the last one if it still exists, otherwise the first. */
export function lastApp(apps: readonly App[]): App | undefined {
  let id: string | null = null;
  try {
    id = localStorage.getItem(KEY);
  } catch {
    // toChannelId only returns characters that are valid in channel names.
  }
  return apps.find((app) => app.id === id) ?? apps[0];
}
