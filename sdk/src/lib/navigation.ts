import type { StopWatching } from "./history-fallback.ts";

/**
 * Calls `onChange` after each change of the address, however the page made it, and never polls. Uses the Navigation API;
 * without it, what page-without-navigation.ts does instead.
 */
export function watchNavigation(window: Window, onChange: () => void): StopWatching {
  let address = window.location.href;
  const look = (): void => {
    if (window.location.href === address) return;
    address = window.location.href;
    onChange();
  };
  // Not every browser has it, whatever the types say.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation) {
    const end = new AbortController();
    navigation.addEventListener("currententrychange", look, end);
    return () => end.abort();
  }
  let stop: StopWatching | undefined = () => {};
  void import("./history-fallback.ts").then(
    ({ watchHistory }) => {
      // Stopped meanwhile, or moved.
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
