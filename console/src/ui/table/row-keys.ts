const CONTROLS = "a[href], button:not([disabled]), input:not([disabled]), summary, [tabindex='0']";

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
 * Returns the row and control that a key moves focus to. Undefined for keys with another meaning: in text fields, and
 * on menu buttons.
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

/** Returns the row that a key moves to. Undefined for other keys and at the ends. */
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
