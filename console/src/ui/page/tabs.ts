/** Row of tab links on the header's bottom line. A shadow, because tabs couldn't overlap a border. */
export const TAB_ROW = "flex gap-5 overflow-x-auto px-(--gutter) shadow-[inset_0_-1px_var(--color-line)]";

/**
 * Tab in a row or header. `aria-current="page"` marks the open one. The focus ring is inside, because scrolling rows
 * clip their overflow, and keeps a distance to the text.
 */
export const TAB =
  "flex h-9 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink focus-visible:-mx-1.5 focus-visible:px-1.5 aria-[current=page]:border-accent aria-[current=page]:text-ink";

/** Ref for a scrolling tab row. Scrolls the open tab into view without scrolling the page. */
export function showOpenTab(row: HTMLElement | null): void {
  const tab = row?.querySelector("[aria-current=page]");
  if (row == null || tab == null) return;
  const [seen, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (own.left < seen.left || own.right > seen.right) {
    row.scrollLeft += (own.left + own.right - seen.left - seen.right) / 2;
  }
}
