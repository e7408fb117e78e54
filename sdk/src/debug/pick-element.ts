import type { Cancel } from "@fanfare/contract/lib/clock";
import { call, read } from "../lib/native.ts";
import { ancestorChain } from "../ui/dom/visibility.ts";
import { searchRootsWithFrames } from "../ui/target/locate.ts";
import { isCrossSiteFrame } from "./cross-site-frames.ts";
import { elementUnder, isElement, isOurs, parentElement, stackAt } from "./nearby.ts";

/** Pointer and mouse events of the picking click, all blocked from the page. */
const PRESS_EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const;
/** Events that close a page's menus, blocked while picking. */
const LEAVE_EVENTS = ["pointerout", "pointerleave", "mouseout", "mouseleave", "focusout", "blur"] as const;
/** What a click on an icon or label inside is meant for. */
const CONTROLS =
  "a[href],button,input,select,textarea,summary,label,[role=button],[role=link],[role^=menuitem],[role=tab],[role=checkbox],[role=switch],[role=radio],[role=option],[role=treeitem]";

export interface PickHooks {
  /** Highlights the element under the pointer or in focus; null removes the highlight. */
  point(element: Element | null): void;
}

/**
 * Lets a member select an element with the pointer or by focus, including in open shadow roots and same-site frames.
 * The page receives no event of the picking click. On an icon inside a control, proposes the control; with Shift, the
 * icon. Arrow keys up and down walk to the parent and back, `[` and `]` to what lies underneath. Calls `tell` once, with
 * null after Escape.
 */
export function pickElement(document: Document, { point }: PickHooks, tell: (picked: Element | null) => void): Cancel {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  let at: Element | null = null;
  let below: readonly Element[] = [];
  /** Elements that were left upward, innermost last. */
  const trail: Element[] = [];
  const show = (next: Element | null): void => {
    at = next;
    point(next);
  };
  const cancel = (): void => {
    point(null);
    over.abort();
  };
  const finish = (picked: Element | null): void => {
    cancel();
    tell(picked);
  };
  const follow = (event: Event): void => {
    const inner = elementOf(event);
    // What is in our own interface may point at an element itself.
    if (event.type === "focusin" ? inner === null : isOurs(event) || (event.isTrusted && sameSpot(event))) return;
    trail.length = 0;
    below = [];
    show(inner && !(event as PointerEvent).shiftKey ? controlAround(inner) : inner);
  };
  const press = (event: Event): void => {
    const inner = elementOf(event);
    if (inner === null) return;
    hold(event);
    // A press by touch or by a script comes without a move of the pointer.
    const meant = (event as PointerEvent).shiftKey ? inner : controlAround(inner);
    if (event.type === "click") finish(at !== null && isAround(at, inner) ? at : meant);
  };
  /** Clicks in a cross-site frame are visible only there. This page can only observe that focus moved into the frame. */
  const leave = (): void => {
    const focused = read(document, "activeElement");
    if (focused !== null && isCrossSiteFrame(focused)) finish(focused);
  };
  const walk = (code: string): boolean => {
    if (at === null) return false;
    if (code === "ArrowUp") {
      const around = parentElement(at);
      if (around !== undefined) {
        trail.push(at);
        show(around);
      }
    } else if (code === "ArrowDown") show(trail.pop() ?? read(at, "firstElementChild") ?? at);
    else if (code === "BracketLeft" || code === "BracketRight") {
      if (below.length === 0) below = stackAt(at);
      show(elementUnder(at, code === "BracketRight" ? 1 : -1, below) ?? at);
    } else return false;
    return true;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      hold(event);
      finish(null);
    } else if (isOurs(event) && (event.key === "Enter" || isTyped(event))) {
      // Keys of our own interface.
    } else if (event.key === "Enter" && at !== null && read(at, "localName") !== "body") {
      hold(event);
      finish(at);
    } else if (walk(event.code)) hold(event);
  };
  const keepOpen = (event: Event): void => {
    if (event.target !== window && !isOurs(event)) event.stopImmediatePropagation();
  };
  const listen = (view: Window): void => {
    // Moves inside a cross-site frame aren't visible here, but that the pointer came to it is.
    for (const name of ["pointermove", "pointerover", "focusin"]) view.addEventListener(name, follow, options);
    for (const name of PRESS_EVENTS) view.addEventListener(name, press, options);
    for (const name of LEAVE_EVENTS) view.addEventListener(name, keepOpen, options);
    view.addEventListener("keydown", key, options);
  };
  for (const root of searchRootsWithFrames(document)) {
    const view = isDocument(root) ? read(root, "defaultView") : null;
    if (view !== null) listen(view);
  }
  read(document, "defaultView")?.addEventListener("blur", leave, { signal: over.signal });
  return cancel;
}

let last_spot = "";

/** Layout changes under a resting pointer also move it, by zero pixels. */
function sameSpot(event: Event): boolean {
  const { screenX, screenY, shiftKey } = event as PointerEvent;
  const spot = `${screenX} ${screenY} ${shiftKey}`;
  const same = spot === last_spot;
  last_spot = spot;
  return same;
}

function elementOf(event: Event): Element | null {
  const [inner] = event.composedPath();
  if (inner === undefined || !isElement(inner) || read(inner, "localName") === "html" || isOurs(event)) return null;
  return inner;
}

function isDocument(root: Node): root is Document {
  return read(root, "nodeType") === 9;
}

/** Whether a key is meant for a text field of ours. */
function isTyped(event: Event): boolean {
  const [inner] = event.composedPath();
  return inner !== undefined && isElement(inner) && read(inner, "localName") === "input";
}

function controlAround(inner: Element): Element {
  return call(inner, "closest", CONTROLS) ?? inner;
}

function isAround(outer: Element, inner: Element): boolean {
  return ancestorChain(inner).includes(outer);
}

function hold(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
