import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useReducer } from "react";

type Library = typeof import("@tanstack/react-virtual");
/** Loaded with the first list that is long enough; from then on it is there at once. */
let library: Library | undefined;

const OVERSCAN_ROWS = 10;

export interface WindowedRows {
  readonly count: number;
  /** About how tall a row is; each is measured once it is there. */
  readonly row_px: number;
  /** How far below the beginning of the page the first row is. */
  readonly margin_px: number;
  /** A row that stays in the document wherever one scrolls. */
  readonly held: number | undefined;
  /** How tall rows were when they were left. */
  readonly heights: VirtualItem[];
}

/**
 * What knows which rows of a list are in the window, by TanStack Virtual's own core. Undefined where it is not wanted, and
 * until it is loaded: most lists are short, and the first page does not wait for it.
 */
export function useVirtualizer(is_enabled: boolean, rows: WindowedRows): Virtualizer<Window, HTMLElement> | undefined {
  const [, again] = useReducer((turn: number) => turn + 1, 0);
  const loaded = is_enabled ? library : undefined;
  const options = loaded && { ...optionsOf(loaded, rows), onChange: again };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for as long as it is wanted; it is told below what changes
  const virtualizer = useMemo(() => loaded && options && new loaded.Virtualizer(options), [loaded]);
  if (options) virtualizer?.setOptions(options);

  useEffect(() => {
    if (!is_enabled || library !== undefined) return;
    let over = false;
    import("@tanstack/react-virtual").then(
      (module) => {
        library = module;
        if (!over) again();
      },
      // Without it all rows are in the document: slower, and whole.
      () => {},
    );
    return () => {
      over = true;
    };
  }, [is_enabled]);
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  return virtualizer;
}

function optionsOf(loaded: Library, rows: WindowedRows): VirtualizerOptions<Window, HTMLElement> {
  const { count, row_px, margin_px, held, heights } = rows;
  return {
    count,
    estimateSize: () => row_px,
    overscan: OVERSCAN_ROWS,
    scrollMargin: margin_px,
    initialMeasurementsCache: heights,
    rangeExtractor: (range) => {
      const shown = loaded.defaultRangeExtractor(range);
      if (held === undefined || held >= count || shown.includes(held)) return shown;
      return [...shown, held].toSorted((one, other) => one - other);
    },
    getScrollElement: () => window,
    // It comes late, into a list that is there and may have the focus: it knows its window from the first look.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    observeElementRect: loaded.observeWindowRect,
    observeElementOffset: loaded.observeWindowOffset,
    scrollToFn: loaded.windowScroll,
  };
}
