interface Span {
  readonly start: number;
  readonly size: number;
}

/**
 * Height in px at which a list ends in the middle of an item, at most `room`. Undefined if no item is that high up.
 *
 * @example endWithin([{ start: 4, size: 40 }, { start: 44, size: 40 }], 86); // 64
 */
export function endWithin(items: readonly Span[], room: number): number | undefined {
  const middles = items.map(({ start, size }) => start + size / 2);
  return middles.findLast((middle) => middle <= room);
}

/**
 * Ends a list that scrolls within an item, so that it shows that it goes on: phones show no scroll bar. For the `ref` of
 * a positioned list with a `max-height`.
 */
export function endWithinItem(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const fit = (): void => {
    const items = [...list.querySelectorAll<HTMLElement>("[role^=menuitem], [role=option]")];
    const spans = items.map(({ offsetTop, offsetHeight }) => ({ start: offsetTop, size: offsetHeight }));
    const needed = list.scrollHeight;
    // Without a layout in between, which would scroll the list.
    list.style.maxHeight = "";
    const room = Number.parseFloat(getComputedStyle(list).maxHeight);
    const end = needed > room ? endWithin(spans, room) : undefined;
    list.style.maxHeight = end === undefined ? "" : `${end}px`;
  };
  let frame = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  });
  for (const element of [list, document.documentElement]) observer.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
