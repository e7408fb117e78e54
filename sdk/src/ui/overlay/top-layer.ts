import type { Cancel } from "@fanfare/contract/lib/clock";
import { call, read } from "../../lib/native.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { createGuard } from "../dom/guard.ts";
import {
  COVERING_MODALS,
  HOST_NAME,
  MODALS,
  OWN_MODALS,
  queryDeep,
  topmostModal,
  UNMARKED_MODALS,
} from "../dom/page-modals.ts";
import { ancestorChain } from "../dom/visibility.ts";
import { LOOK_GAP_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import { ABOVE, MARK, placeInStack, stackLevel } from "./stacking.ts";
import type { UiRoot } from "./ui-root.ts";

/** Fallback if focus gives no hint: dialogs made modal by script, except those that are only hidden. */
const FOCUS_TRAPS = `[aria-modal=true]:not([aria-hidden=true],[inert]),${UNMARKED_MODALS}`;

/** The roots of a page, and the modals that contain them. */
interface TopLayer {
  readonly document: Document;
  readonly window: Page["window"];
  readonly all: Set<UiRoot>;
  /** Modals that contain our roots, with functions that remove their listeners. */
  readonly places: Map<Element, Cancel>;
  readonly over: AbortController;
  /** Watches the size of each host: without one, it's hidden with its parent, or removed from the page. */
  readonly sizes: ResizeObserver;
  /** A new root, whose announcement may have been made before it could be heard. */
  fresh: UiRoot | undefined;
  /** Keeps what stands in corners off each other, once there are several roots. */
  share: (() => void) | undefined;
}

const layers = new WeakMap<Document, TopLayer>();
const guard = createGuard(() => {});

/**
 * Keeps roots without a target visible and reachable until removed. They move into a modal dialog that opens above
 * them, and out of one that closes. Focus is kept, and announcements and animations don't repeat. Roots with a target
 * stay with it, except in a modal that had the focus and closes. Event-driven: searches and measures only when dialogs
 * open or close.
 */
export function keepInTopLayer(page: Page, root: UiRoot): void {
  if (root.target === root.host) return;
  const layer = layers.get(page.document) ?? openLayer(page);
  layers.set(page.document, layer);
  const { all, sizes } = layer;
  if (!all.has(root)) {
    all.add(root);
    layer.fresh = root;
    // If it can't be loaded, the page decides what reaches our content.
    import("./blocked-input.ts").then(({ keepUsable }) => keepUsable(page, root)).catch(() => {});
    // If it can't be loaded, they overlap, the latest on top.
    if (layer.share) layer.share();
    else if (all.size > 1) {
      import("./corner-placement.ts")
        .then(({ shareCorners }) => {
          layer.share ??= shareCorners(page, all, layer.over.signal);
        })
        .catch(() => {});
    }
    sizes.observe(root.host);
    const { remove } = root;
    root.remove = () => {
      remove();
      all.delete(root);
      sizes.unobserve(root.host);
      listen(layer);
      layer.share?.();
      if (all.size > 0) return;
      layer.over.abort();
      sizes.disconnect();
      layers.delete(page.document);
    };
  }
  settle(layer);
  layer.fresh = undefined;
}

function openLayer({ document, window, clock }: Page): TopLayer {
  const sizes = new window.ResizeObserver((entries) => {
    const unseen = entries.filter(({ contentRect }) => contentRect.width * contentRect.height === 0);
    if (unseen.some(({ target }) => target.isConnected)) soon(layer);
    // Delay the search: a page that keeps removing the hint must not be slowed down.
    else if (unseen.length > 0) clock.after(LOOK_GAP_MS, () => settle(layer));
  });
  const over = new AbortController();
  const layer: TopLayer = {
    document,
    window,
    sizes,
    over,
    all: new Set(),
    places: new Map(),
    fresh: undefined,
    share: undefined,
  };
  const early = { capture: true, signal: over.signal };
  window.addEventListener(
    "toggle",
    guard(({ target }) => {
      if (innermostModal([target])) soon(layer);
      // Light-dismiss menus close on an outside press; manual popovers don't and would cover us permanently.
      else if (call(target as Element, "matches", `[popover=manual]:not(${HOST_NAME})`))
        for (const { host } of layer.all) if (stackLevel(host) !== MARK) placeInStack(host);
    }),
    early,
  );
  // Dialogs take focus when they open, including those in shadow roots and those made modal by script.
  window.addEventListener(
    "focusin",
    guard((event: Event): void => {
      const place = innermostModal(event.composedPath()) ?? read(document, "body");
      if (floating(layer).some(({ host }) => !isOnTop(host, place))) soon(layer);
    }),
    early,
  );
  window.addEventListener(
    "fullscreenchange",
    guard((): void => {
      settle(layer);
      const full = read(document, "fullscreenElement");
      for (const { host, target, mount } of layer.all) {
        // Roots whose target is in the element that entered or left fullscreen.
        if (target === null || (full && !ancestorChain(target).includes(full))) continue;
        mount(target);
        placeInStack(host);
      }
    }),
    early,
  );
  return layer;
}

/** Roots without a target, and those in a modal that doesn't contain their target. */
function floating({ document, all }: TopLayer): readonly UiRoot[] {
  const body = read(document, "body");
  return [...all].filter(
    ({ host: { parentElement: place }, target }) =>
      !target || (place && place !== body && !ancestorChain(target).includes(place)),
  );
}

/** Moves our roots to the modal that the person uses now. */
const settle = guard((layer: TopLayer): void => {
  const { document } = layer;
  /** The last visible match: a dialog inside a closed one still matches as open. */
  const lastOf = (which: string): Element | undefined =>
    queryDeep(document, which).findLast((each) => call(each, "checkVisibility"));
  const ours = [...call(document, "querySelectorAll", OWN_MODALS)].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector("dialog") ?? [],
  );
  const modal = ours.find((each) => each.matches(":focus-within")) ?? topmostModal(document, null);
  const place =
    modal && call(modal, "checkVisibility") ? modal : (lastOf(COVERING_MODALS) ?? ours[0] ?? lastOf(FOCUS_TRAPS));
  moveTo(layer, place, ours);
});

function soon(layer: TopLayer): void {
  queueMicrotask(() => settle(layer));
}

function moveTo(layer: TopLayer, modal: Element | undefined, ours?: readonly Element[]): void {
  for (const root of floating(layer)) {
    const { host, target, container: home } = root;
    // One of our own dialogs takes the whole screen; corner content waits below it.
    const place = modal && !(ours?.includes(modal) && stackLevel(host) < ABOVE) ? modal : read(layer.document, "body");
    if (isOnTop(host, place)) continue;
    // The dialog's script may have hidden its siblings.
    for (const name of ["inert", "aria-hidden"]) host.removeAttribute(name);
    for (const live_region of root.view.querySelectorAll(".sr-only")) {
      const text = live_region.textContent;
      // Don't repeat earlier announcements.
      live_region.textContent = "";
      if (root === layer.fresh && text) root.announce(text, live_region.role === "alert");
    }
    // Where supported, moveBefore preserves animations and scroll positions.
    if (host.isConnected && host.parentNode !== place && read(place, "moveBefore"))
      call(place, "moveBefore", host, null);
    root.mount(target, place);
    root.container = target ? place : home;
    placeInStack(host);
  }
  listen(layer);
}

/** Listens to the modals that contain our roots now. */
function listen(layer: TopLayer): void {
  const { document, window, places } = layer;
  const now = new Set<Element | null>(floating(layer).map(({ host }) => host.parentElement));
  for (const [place, stop] of places) {
    if (now.has(place)) continue;
    stop();
    places.delete(place);
  }
  for (const place of now) {
    if (place === null || place === read(document, "body") || places.has(place)) continue;
    const toggling = (event: Event): void => {
      // It's a ToggleEvent; TypeScript declares that only for HTML elements.
      if (event.target === place && (event as ToggleEvent).newState === "closed") leave(layer, place);
    };
    call(place, "addEventListener", "beforetoggle", toggling);
    const attributes = new window.MutationObserver(() => soon(layer));
    attributes.observe(place, { attributeFilter: ["aria-modal", "aria-hidden", "class"] });
    places.set(place, () => {
      call(place, "removeEventListener", "beforetoggle", toggling);
      attributes.disconnect();
    });
  }
}

/** Moves our roots out of a modal before it closes, so that they aren't hidden with it. Restores focus afterward. */
const leave = guard((layer: TopLayer, place: Element): void => {
  const { document } = layer;
  const held = floating(layer).some(({ host }) => host.parentNode === place && host.matches(":focus-within"));
  const holder = held ? deepActiveElement(document) : null;
  const others = queryDeep(document, MODALS).filter((each) => !ancestorChain(each).includes(place));
  moveTo(layer, innermostModal(ancestorChain(read(place, "parentNode"))) ?? others.at(-1));
  const closed = guard((): void => {
    settle(layer);
    if (holder && read(holder, "isConnected")) moveFocus(holder);
  });
  call(place, "addEventListener", "toggle", closed, { once: true, signal: layer.over.signal });
});

/** Whether the host is in this parent and in the top layer. Hosts below one of our dialogs have left it. */
function isOnTop(host: Element, place: Element): boolean {
  return host.parentNode === place && host.matches(":popover-open");
}

function innermostModal(way: readonly (EventTarget | null)[]): Element | undefined {
  return way.find(
    (each): each is Element => each !== null && "matches" in each && call(each as Element, "matches", MODALS),
  );
}
