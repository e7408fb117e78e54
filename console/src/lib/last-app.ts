import type { App } from "@fanfare/contract/schema/accounts/sign-in";

const KEY = "fanfare-console-app";

/** Keeps the app that was looked at last, for the next visit. */
export function rememberApp(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is switched off: the next visit starts at the first app.
  }
}

/** The app to open when the address names none: the last one, if it still exists, else the first. */
export function lastApp(apps: readonly App[]): App | undefined {
  let id: string | null = null;
  try {
    id = localStorage.getItem(KEY);
  } catch {
    // As above.
  }
  return apps.find((app) => app.id === id) ?? apps[0];
}
