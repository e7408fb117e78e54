import { HOST_NAME } from "../dom/page-modals.ts";

/**
 * What lies over what, where several contents are shown at once: the marks of hotspots under all else, what stands in a corner
 * under what is read and pressed now. Whatever nobody has put anywhere lies above both, the latest on top.
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
 * Puts what has been mounted over all of ours that belongs under it or beside it, and under what belongs above it, among those
 * in the same place: the page itself, or one of its dialogs. A modal dialog of ours has the screen for itself: while one is
 * open, what belongs under it leaves the top layer until it is put or mounted anew.
 *
 * @example
 * root.mount(null);
 * layAt(root.host, CORNER);
 */
export function placeInStack(host: HTMLElement, depth: StackLevel = stackLevel(host)): void {
  levels.set(host, depth);
  const beside = host.parentElement?.querySelectorAll<HTMLElement>(`:scope>${HOST_NAME}`) ?? [];
  // Only they are no popovers.
  for (const { popover } of beside) if (!popover) return void host.hidePopover();
  raiseToTop(host);
  for (let above = depth + 1; above <= ABOVE; above++) {
    for (const each of beside) if (stackLevel(each) === above) raiseToTop(each);
  }
}

/** To the top of the top layer. Nothing is laid out in between: focus, scroll places and animations stay as they are. */
function raiseToTop(host: HTMLElement): void {
  host.hidePopover();
  host.showPopover();
}
