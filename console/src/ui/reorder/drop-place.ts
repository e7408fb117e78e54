/** Where an item begins and how long it is, in the direction of the list. */
export interface Span {
  readonly start: number;
  readonly size: number;
}

/**
 * Place of an item that was dragged this far. It passes another item when its leading edge passes that item's middle.
 *
 * @example
 * dropPlace([{ start: 0, size: 40 }, { start: 40, size: 40 }], 0, 25); // 1
 */
export function dropPlace(spans: readonly Span[], from: number, distance: number): number {
  const dragged = spans[from];
  if (dragged === undefined) return from;
  const start = dragged.start + distance;
  const end = start + dragged.size;
  const middle = ({ start: at, size }: Span): number => at + size / 2;
  const before = spans.slice(0, from).filter((each) => start < middle(each)).length;
  const after = spans.slice(from + 1).filter((each) => end > middle(each)).length;
  return from - before + after;
}

/** How far another item moves to make room for the dragged one: one place back, one ahead, or not at all. */
export function yieldedPlaces(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  return index < from && index >= to ? 1 : 0;
}
