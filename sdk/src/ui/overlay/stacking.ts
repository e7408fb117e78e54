import { HOST_NAME } from "../dom/page-modals.ts";

/**
 * Stacking levels of concurrent content: hotspot marks at the bottom, then corner content, then what is read or used
 * now. Hosts without a level are above all, the latest on top.
 */
export const MARK = 0;
export const CORNER = 1;
export const ABOVE = 2;

type StackLevel = typeof MARK | typeof CORNER | typeof ABOVE;

const levels = new WeakMap<Element, StackLevel>();

export function stackLevel(host: Element): StackLevel {
  return levels.get(host) ?? ABOVE;
}

/**
 * Moves a mounted host above those of lower or equal level and below those of higher level, among hosts in the same
 * parent (the page or one of its dialogs). While one of our modal dialogs is open, hosts of lower levels leave the top
 * layer until they are placed or mounted again.
 *
 * @example
 * root.mount(null);
 * placeInStack(root.host, CORNER);
 */
export function placeInStack(host: HTMLElement, depth: StackLevel = stackLevel(host)): void {
  levels.set(host, depth);
  const beside = host.parentElement?.querySelectorAll<HTMLElement>(`:scope>${HOST_NAME}`) ?? [];
  // Only modal dialogs aren't popovers.
  for (const { popover } of beside) if (!popover) return void host.hidePopover();
  raiseToTop(host);
  for (let above = depth + 1; above <= ABOVE; above++) {
    for (const each of beside) if (stackLevel(each) === above) raiseToTop(each);
  }
}

/**
 * Moves the host to the top of the top layer. No layout happens in between, so focus, scroll positions, and animations
 * are preserved.
 */
function raiseToTop(host: HTMLElement): void {
  host.hidePopover();
  host.showPopover();
}
