import { type CSSProperties, type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import { dropPlace, type Span, yieldedPlaces } from "./drop-place.ts";

interface ReorderOptions {
  /** Of the items, in order. */
  readonly ids: readonly string[];
  /** Number of items from the start that can change places. Defaults to all. */
  readonly movable?: number;
  readonly onMove: (from: number, to: number) => void;
}

interface Reorder {
  /** For the list, whose children are the items. */
  readonly list: (element: HTMLElement | null) => void;
  readonly item: (index: number) => ItemProps;
  readonly handle: (index: number) => HandleProps;
}

interface ItemProps {
  readonly style?: CSSProperties;
  readonly "data-dragged"?: true;
}

export interface HandleProps {
  readonly onPointerDown: (event: ReactPointerEvent) => void;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Pixels. */
  readonly distance: number;
  readonly track: Track;
}

/** What doesn't change during a drag. */
interface Track {
  readonly spans: readonly Span[];
  readonly horizontal: boolean;
  /** -1 if the items follow each other to the left. */
  readonly sign: 1 | -1;
  /** From one item to the next, beside their size. */
  readonly gap: number;
  readonly animated: boolean;
}

/** Reorders a list, in a column or a row, by dragging the handles of its items. Escape ends the drag. */
export function useReorder({ ids, movable = ids.length, onMove }: ReorderOptions): Reorder {
  const element = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const stop = useRef<() => void>(undefined);
  const order = ids.join(" ");
  // Another order, or another page, ends the drag.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the order counts
  useEffect(() => () => stop.current?.(), [order]);

  const start = (from: number, event: ReactPointerEvent): void => {
    const list = element.current;
    if (list === null || event.button !== 0 || !event.isPrimary || from >= movable) return;
    // Otherwise the drag selects text.
    event.preventDefault();
    const track = trackOf(list, movable);
    let latest: Drag = { from, to: from, distance: 0, track };
    stop.current = followPointer(
      { list, track, start: event.nativeEvent },
      (distance) => {
        latest = { from, to: dropPlace(track.spans, from, distance), distance, track };
        setDrag(latest);
      },
      (dropped) => {
        setDrag(undefined);
        if (dropped && latest.to !== from) onMove(from, latest.to);
      },
    );
  };

  return {
    list: (next) => {
      element.current = next;
    },
    item: (index) => (drag === undefined ? {} : itemProps(index, drag)),
    handle: (index) => ({ onPointerDown: (event) => start(index, event) }),
  };
}

function itemProps(index: number, { from, to, distance, track }: Drag): ItemProps {
  const { spans, horizontal, sign, gap, animated } = track;
  const room = (spans[from]?.size ?? 0) + gap;
  const shift = sign * (index === from ? distance : yieldedPlaces(index, from, to) * room);
  const style = { transform: horizontal ? `translateX(${shift}px)` : `translateY(${shift}px)` };
  if (index === from) return { style: { ...style, zIndex: 1, position: "relative" }, "data-dragged": true };
  return { style: animated ? { ...style, transition: "transform 150ms" } : style };
}

function trackOf(list: HTMLElement, movable: number): Track {
  const boxes = [...list.children].slice(0, movable).map((each) => each.getBoundingClientRect());
  const [first, second] = boxes;
  const horizontal =
    first !== undefined && second !== undefined && Math.abs(second.left - first.left) > first.width / 2;
  const sign = horizontal && second.left < first.left ? -1 : 1;
  const spans = boxes.map(({ left, right, top, width, height }) =>
    horizontal ? { start: sign === 1 ? left : -right, size: width } : { start: top, size: height },
  );
  const [one, next] = spans;
  const gap = one === undefined || next === undefined ? 0 : next.start - one.start - one.size;
  const animated = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  return { spans, horizontal, sign, gap, animated };
}

interface Followed {
  readonly list: HTMLElement;
  readonly track: Track;
  readonly start: PointerEvent;
}

/** Reports how far the pointer is from its start, until it's released. Returns a function that ends this. */
function followPointer(
  { list, track: { horizontal, sign }, start }: Followed,
  onDistance: (distance: number) => void,
  onEnd: (dropped: boolean) => void,
): () => void {
  const ends = new AbortController();
  const place = (): number => (horizontal ? list.getBoundingClientRect().left : list.getBoundingClientRect().top);
  const along = (event: PointerEvent): number => (horizontal ? event.clientX : event.clientY);
  const start_place = place();
  let at = along(start);
  // Scrolling moves the list under the pointer.
  const report = (): void => onDistance(sign * (at - along(start) - (place() - start_place)));
  const end = (dropped: boolean): void => {
    if (ends.signal.aborted) return;
    ends.abort();
    onEnd(dropped);
  };
  const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void): void =>
    window.addEventListener(name, listener, { capture: true, signal: ends.signal });
  const ofPointer = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === start.pointerId) act(event);
  };
  on(
    "pointermove",
    ofPointer((event) => {
      at = along(event);
      report();
    }),
  );
  on(
    "pointerup",
    ofPointer(() => end(true)),
  );
  on(
    "pointercancel",
    ofPointer(() => end(false)),
  );
  on("blur", ({ target }) => target === window && end(false));
  on("scroll", report);
  on("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  });
  scrollAtEdges(scrollerOf(list, horizontal), horizontal, () => at, ends.signal);
  return () => end(false);
}

/** Distance from the edge within which a drag scrolls, in pixels. */
const EDGE = 56;
/** Pixels per frame, at most. */
const SPEED = 14;

function scrollAtEdges(scroller: Element, horizontal: boolean, at: () => number, signal: AbortSignal): void {
  const is_page = scroller === document.scrollingElement;
  const step = (): void => {
    if (signal.aborted) return;
    const box = scroller.getBoundingClientRect();
    const from = is_page ? 0 : horizontal ? box.left : box.top;
    const to = is_page ? (horizontal ? innerWidth : innerHeight) : horizontal ? box.right : box.bottom;
    const beyond = Math.max(at() - (to - EDGE), 0) - Math.max(from + EDGE - at(), 0);
    const by = (SPEED * Math.max(-EDGE, Math.min(EDGE, beyond))) / EDGE;
    if (by !== 0) scroller.scrollBy(horizontal ? { left: by, behavior: "instant" } : { top: by, behavior: "instant" });
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** The closest ancestor that scrolls in this direction. */
function scrollerOf(list: Element, horizontal: boolean): Element {
  for (let each: Element | null = list; each !== null; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    const overflow = horizontal ? overflowX : overflowY;
    const is_longer = horizontal ? each.scrollWidth > each.clientWidth : each.scrollHeight > each.clientHeight;
    if (is_longer && (overflow === "auto" || overflow === "scroll")) return each;
  }
  return document.scrollingElement ?? document.documentElement;
}
