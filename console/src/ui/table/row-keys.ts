const CONTROLS = "a[href], button:not([disabled]), input:not([disabled]), summary, [tabindex='0']";

/** What of a row takes the focus. */
export function focusableControls(row: Element | null): readonly HTMLElement[] {
  return row === null ? [] : [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}

interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly defaultPrevented: boolean;
  readonly target: EventTarget;
}

/**
 * Where a key leads from the row that has the focus: to which row, and to which control of it. Undefined where the key
 * means something else: in a field that is typed into, and on a button that opens a menu with it.
 */
export function rowAfter(
  press: Press,
  count: number,
): { readonly index: number; readonly control: number } | undefined {
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey || press.defaultPrevented) return undefined;
  const { target } = press;
  if (!(target instanceof HTMLElement) || target.ariaHasPopup === "menu" || isTypedInto(target)) return undefined;
  const row = target.closest("[data-index]");
  if (row === null) return undefined;
  const index = nextIndex(press.key, Number(row.getAttribute("data-index")), count);
  return index === undefined ? undefined : { index, control: Math.max(0, focusableControls(row).indexOf(target)) };
}

/** The row that a key leads to; undefined for another key, and where there is none. */
export function nextIndex(key: string, index: number, count: number): number | undefined {
  const to = targetOf(key, index, count);
  return to === undefined || to < 0 || to >= count ? undefined : to;
}

function targetOf(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return index + 1;
    case "ArrowUp":
      return index - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function isTypedInto(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox])");
}
