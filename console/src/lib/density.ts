import { useSyncExternalStore } from "react";

/** Row spacing. `compact` shows more rows. */
export type Density = "comfortable" | "compact";

/** `public/theme.js` reads the same key before the first paint. */
const KEY = "fanfare-console-density";
const listeners = new Set<() => void>();

function currentDensity(): Density {
  return document.documentElement.dataset["density"] === "compact" ? "compact" : "comfortable";
}

/** Applies the density immediately and stores it if storage is available. */
export function setDensity(density: Density): void {
  if (density === "comfortable") delete document.documentElement.dataset["density"];
  else document.documentElement.dataset["density"] = density;
  try {
    if (density === "comfortable") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, density);
  } catch {
    // Storage is disabled, so the choice lasts until reload.
  }
  for (const listener of listeners) listener();
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentDensity);
}
