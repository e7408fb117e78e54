import { useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Cursors of the pages before this one: what "Previous" goes back to. A shared link has none and starts anew. */
    trail?: readonly string[];
  }
}

const NO_TRAIL: readonly string[] = [];

/** Where one is in a list that is paged by cursors, and where one can go. */
export interface Pages {
  /** Undefined when nobody knows how many pages came before. */
  readonly index: number | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/**
 * `after` is the cursor in the address, "" on the first page; `next` the server's; `turn` goes to an address with another
 * cursor and the given history state.
 */
export function usePages(
  after: string,
  next: string | null,
  turn: (after: string, state: { readonly trail: readonly string[] }) => void,
): Pages {
  const trail = useLocation({ select: (location) => location.state.trail ?? NO_TRAIL });
  return {
    index: after === "" || trail.length > 0 ? trail.length : undefined,
    onPrevious: after === "" ? undefined : () => turn(trail.at(-1) ?? "", { trail: trail.slice(0, -1) }),
    onNext: next === null ? undefined : () => turn(next, { trail: [...trail, after] }),
  };
}
