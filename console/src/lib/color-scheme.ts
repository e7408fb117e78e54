import { useSyncExternalStore } from "react";

export type ColorScheme = "system" | "light" | "dark";

/** `public/theme.js` reads the same key before the first paint. */
const KEY = "fanfare-console-theme";
const listeners = new Set<() => void>();

function currentColorScheme(): ColorScheme {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Applies the color scheme immediately and stores it if storage is available. */
export function setColorScheme(theme: ColorScheme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is disabled, so the choice lasts until reload.
  }
  for (const listener of listeners) listener();
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentColorScheme);
}
