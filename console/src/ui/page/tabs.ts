/** A row of links, each a part of the page, on the line below its head: a shadow, for a border would not be drawn over. */
export const TAB_ROW = "flex gap-5 overflow-x-auto px-(--gutter) shadow-[inset_0_-1px_var(--color-line)]";

/**
 * A tab of such a row, or of one in a head. `aria-current="page"` says which one is open. The ring of the focus stands
 * inside, for a row that scrolls cuts what is around it, and beside the word, not on its letters.
 */
export const TAB =
  "flex h-9 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink focus-visible:-mx-1.5 focus-visible:px-1.5 aria-[current=page]:border-accent aria-[current=page]:text-ink";

/**
 * For the `ref` of a row of tabs that scrolls where it is wider than the screen: brings the open one into sight, whoever
 * came by a link. The page itself stays where it is.
 */
export function showOpenTab(row: HTMLElement | null): void {
  const tab = row?.querySelector("[aria-current=page]");
  if (row == null || tab == null) return;
  const [seen, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (own.left < seen.left || own.right > seen.right) {
    row.scrollLeft += (own.left + own.right - seen.left - seen.right) / 2;
  }
}
