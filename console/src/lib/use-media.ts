import { useSyncExternalStore } from "react";

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Tables are tables from here on, cards below: the `sm` breakpoint of styles.css. */
export const WIDE = "(min-width: 40rem)";
