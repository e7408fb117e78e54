/** Stops watching and restores the original methods. */
export type StopWatching = () => void;

/**
 * Calls `look` after each URL change in browsers without the Navigation API. Listens to events and wraps `pushState`
 * and `replaceState`; others may wrap them before or after. Loaded only there.
 */
export function watchHistory(window: Window, look: () => void): StopWatching {
  const restores = [
    wrapHistoryMethod(window.history, "pushState", look),
    wrapHistoryMethod(window.history, "replaceState", look),
  ];
  window.addEventListener("popstate", look);
  window.addEventListener("hashchange", look);
  return () => {
    for (const restore of restores) restore();
    window.removeEventListener("popstate", look);
    window.removeEventListener("hashchange", look);
  };
}

function wrapHistoryMethod(history: History, name: "pushState" | "replaceState", look: () => void): () => void {
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
    // Wrapped again by other code: leave the wrapper in the chain as a pass-through.
    if (history[name] !== wrapped) return;
    if (inherited) Reflect.deleteProperty(history, name);
    else history[name] = original;
  };
}
