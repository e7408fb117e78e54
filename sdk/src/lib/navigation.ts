import type { StopWatching } from "./history-fallback.ts";

/**
 * Calls `onChange` after each URL change, however it was made, without polling. Uses the Navigation API, or
 * history-fallback.ts without it.
 */
export function watchNavigation(window: Window, onChange: () => void): StopWatching {
  let address = window.location.href;
  const look = (): void => {
    if (window.location.href === address) return;
    address = window.location.href;
    onChange();
  };
  // Missing in some browsers, despite its type.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation) {
    const end = new AbortController();
    navigation.addEventListener("currententrychange", look, end);
    return () => end.abort();
  }
  let stop: StopWatching | undefined = () => {};
  void import("./history-fallback.ts").then(
    ({ watchHistory }) => {
      // Stopped before the module loaded.
      if (!stop) return;
      stop = watchHistory(window, look);
      look();
    },
    () => {},
  );
  return () => {
    stop?.();
    stop = undefined;
  };
}
