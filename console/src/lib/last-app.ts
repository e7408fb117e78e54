import type { App } from "@fanfare/contract/schema/responses/content/content";

const KEY = "fanfare-console-app";

export function rememberApp(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is disabled, so the next visit opens the first app.
  }
}

/** Whether someone has used the console in this browser. */
export function hasOpenedApp(): boolean {
  return storedId() !== null;
}

/** Returns the app to open if the URL names none: the last one if it still exists, otherwise the first. */
export function lastApp(apps: readonly App[]): App | undefined {
  const id = storedId();
  return apps.find((app) => app.id === id) ?? apps[0];
}

function storedId(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is disabled.
    return null;
  }
}
