import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useReducer } from "react";

type Library = typeof import("@tanstack/react-virtual");
/** Loaded with the first long list, then available synchronously. */
let library: Library | undefined;

const OVERSCAN_ROWS = 10;

export interface WindowedRows {
  readonly count: number;
  /** Estimated row height. Rendered rows are measured. */
  readonly row_px: number;
  /** Distance from the top of the page to the first row. */
  readonly margin_px: number;
  /** Row that stays rendered while scrolled out of view. */
  readonly held: number | undefined;
  /** Row heights from the last visit. */
  readonly heights: VirtualItem[];
}

/** TanStack Virtual's core as a hook. Undefined if not `wanted` or not loaded yet, because most lists are short. */
export function useVirtualizer(is_enabled: boolean, rows: WindowedRows): Virtualizer<Window, HTMLElement> | undefined {
  const [, again] = useReducer((turn: number) => turn + 1, 0);
  const loaded = is_enabled ? library : undefined;
  const options = loaded && { ...optionsOf(loaded, rows), onChange: again };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one instance per mount; options are updated below
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
      // Without the library, all rows render: slower, but complete.
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
    // Loads into a list that may already have focus, so it starts with the current window.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    observeElementRect: loaded.observeWindowRect,
    observeElementOffset: loaded.observeWindowOffset,
    scrollToFn: loaded.windowScroll,
  };
}
