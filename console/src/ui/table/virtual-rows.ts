import { limits } from "@fanfare/contract/limits";
import { useLocation } from "@tanstack/react-router";
import type { VirtualItem } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type RefCallback, useCallback, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useMedia } from "../../lib/use-media.ts";
import { focusableControls, rowAfter } from "./row-keys.ts";
import { useVirtualizer } from "./virtualizer.ts";

export interface ShownRow {
  readonly index: number;
  /** Height of the skipped rows directly before it. */
  readonly gap_px: number;
}

export interface VirtualRows {
  readonly shown: readonly ShownRow[];
  /** Height of the rows after the last rendered one. */
  readonly end_px: number;
  /** Whether some rows aren't in the document. */
  readonly partial: boolean;
  readonly list: {
    readonly ref: RefCallback<HTMLElement>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
  /** Ref for row elements, which also need `data-index`. Undefined if no measuring is needed. */
  readonly measure: RefCallback<HTMLElement> | undefined;
}

/** Row heights by history entry, to restore the scroll position on back navigation. */
const heights = new Map<string, VirtualItem[]>();
const CACHED_HEIGHTS_MAX = 20;

/**
 * Virtualizes long lists: renders visible, nearby, and focused rows. Short lists and print render all. Arrow keys,
 * Home, and End move between rows.
 */
export function useVirtualRows(count: number, row_px: number): VirtualRows {
  const printing = useMedia("print");
  const many = !printing && count > limits.list_whole_rows_max;
  const place = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const [list, setList] = useState<HTMLElement | null>(null);
  const [margin_px, setMargin] = useState(0);
  const [held, setHeld] = useState<number>();
  const virtualizer = useVirtualizer(many, { count, row_px, margin_px, held, heights: heights.get(place) ?? [] });
  const whole = virtualizer === undefined;

  useLayoutEffect(() => {
    if (list === null || whole) return;
    const look = (): void => setMargin(Math.round(list.getBoundingClientRect().top + window.scrollY));
    look();
    // Changes above the list resize the page.
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [list, whole]);

  useLayoutEffect(() => {
    if (virtualizer === undefined) return;
    return () => {
      heights.delete(place);
      heights.set(place, virtualizer.takeSnapshot());
      const [oldest] = heights.keys();
      if (heights.size > CACHED_HEIGHTS_MAX && oldest !== undefined) heights.delete(oldest);
    };
  }, [virtualizer, place]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = rowAfter(event, count);
    if (to === undefined || list === null) return;
    event.preventDefault();
    const { control } = to;
    flushSync(() => setHeld(to.index));
    const controls = focusableControls(list.querySelector(`[data-index="${to.index}"]`));
    (controls[control] ?? controls[0])?.focus();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const index = target.closest("[data-index]")?.getAttribute("data-index");
    if (index !== null && index !== undefined) setHeld(Number(index));
  };
  const onBlur = useCallback(() => setHeld(undefined), []);

  const { shown, end_px } = whole ? allRows(count) : visibleRows(virtualizer.getVirtualItems(), margin_px);
  return {
    shown,
    end_px: whole ? 0 : Math.max(0, virtualizer.getTotalSize() - end_px),
    partial: !whole,
    list: { ref: setList, onKeyDown, onFocus, onBlur },
    measure: virtualizer?.measureElement,
  };
}

interface Shown {
  readonly shown: readonly ShownRow[];
  readonly end_px: number;
}

function allRows(count: number): Shown {
  return { shown: Array.from({ length: count }, (_, index) => ({ index, gap_px: 0 })), end_px: 0 };
}

function visibleRows(items: readonly VirtualItem[], margin_px: number): Shown {
  let end_px = 0;
  const shown = items.map(({ index, start, size }) => {
    const gap_px = Math.max(0, start - margin_px - end_px);
    end_px = start - margin_px + size;
    return { index, gap_px };
  });
  return { shown, end_px };
}
