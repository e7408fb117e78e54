import { useSyncExternalStore } from "react";

/** How close rows stand: `comfortable` gives each air, `compact` shows more of them. */
export type Density = "comfortable" | "compact";

/** `public/theme.js` reads the same key before the first paint. */
const KEY = "fanfare-console-density";
const listeners = new Set<() => void>();

function currentDensity(): Density {
  return document.documentElement.dataset["density"] === "compact" ? "compact" : "comfortable";
}

/** Puts it on the page at once and keeps it for the next visit, where the browser lets us. */
export function setDensity(density: Density): void {
  if (density === "comfortable") delete document.documentElement.dataset["density"];
  else document.documentElement.dataset["density"] = density;
  try {
    if (density === "comfortable") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, density);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentDensity);
}
