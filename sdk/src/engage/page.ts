/** Stops watching and leaves the page as it was found. */
export type StopWatching = () => void;

/**
 * Calls `onChange` after each change of the address, however the page made it, and never polls. Uses the Navigation API;
 * without it, listens and wraps `pushState` and `replaceState` so that others may wrap them before and after.
 */
export function watchPage(window: Window, onChange: () => void): StopWatching {
  let address = window.location.href;
  const look = (): void => {
    if (window.location.href === address) return;
    address = window.location.href;
    onChange();
  };
  // Not every browser has it, whatever the types say.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation !== undefined) {
    navigation.addEventListener("currententrychange", look);
    return () => navigation.removeEventListener("currententrychange", look);
  }
  const restores = [wrap(window.history, "pushState", look), wrap(window.history, "replaceState", look)];
  window.addEventListener("popstate", look);
  window.addEventListener("hashchange", look);
  return () => {
    for (const restore of restores) restore();
    window.removeEventListener("popstate", look);
    window.removeEventListener("hashchange", look);
  };
}

function wrap(history: History, name: "pushState" | "replaceState", look: () => void): () => void {
  const original = history[name];
  const inherited = !Object.hasOwn(history, name);
  let active = true;
  const wrapped: History["pushState"] = function (this: History, ...change) {
    original.apply(this, change);
    if (active) look();
  };
  history[name] = wrapped;
  return () => {
    active = false;
    // Somebody wrapped our wrap: it stays in their chain and only passes on.
    if (history[name] !== wrapped) return;
    if (inherited) Reflect.deleteProperty(history, name);
    else history[name] = original;
  };
}
