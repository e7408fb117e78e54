import { limits } from "@fanfare/contract/limits";
import { useLocation } from "@tanstack/react-router";
import type { VirtualItem } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type RefCallback, useCallback, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useMedia } from "../../lib/use-media.ts";
import { focusableControls, rowAfter } from "./row-keys.ts";
import { useVirtualizer } from "./virtualizer.ts";

/** A row that is in the document. */
export interface ShownRow {
  readonly index: number;
  /** How much room the rows before it take that are not in the document. */
  readonly gap_px: number;
}

export interface VirtualRows {
  readonly shown: readonly ShownRow[];
  /** How much room the rows after the last one take. */
  readonly end_px: number;
  /** Whether rows are missing from the document. */
  readonly partial: boolean;
  /** For the element that holds the rows. */
  readonly list: {
    readonly ref: RefCallback<HTMLElement>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
  /** For a row's element, beside `data-index`. Undefined where nothing needs to be measured. */
  readonly measure: RefCallback<HTMLElement> | undefined;
}

/** How tall rows were, by the entry of the history: whoever comes back finds the place again. */
const heights = new Map<string, VirtualItem[]>();
const CACHED_HEIGHTS_MAX = 20;

/**
 * Which of many rows are in the document: those on the screen and around it, and the one that has the focus wherever it
 * is. All of them while there are few, and on paper. Arrow keys, Home and End lead from row to row.
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
    // Whatever changes above the list makes the page longer or shorter.
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
  /** Where the last of them ends. */
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
