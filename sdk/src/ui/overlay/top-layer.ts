import type { Cancel } from "@fanfare/contract/lib/clock";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { createGuard } from "../dom/guard.ts";
import { COVERING_MODALS, HOST_NAME, MODALS, OWN_MODALS, queryDeep, topmostModal } from "../dom/page-modals.ts";
import { ancestorChain } from "../dom/visibility.ts";
import { LOOK_GAP_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import { ABOVE, MARK, placeInStack, stackLevel } from "./stacking.ts";
import type { UiRoot } from "./ui-root.ts";

/** Fallback if focus gives no hint: dialogs made modal by script, except those that are only hidden. */
const FOCUS_TRAPS = "[aria-modal=true]:not([aria-hidden=true],[inert])";

const watchers = new WeakMap<Document, (root: UiRoot) => void>();

/**
 * Keeps roots without a target visible and reachable until removed. They move into a modal dialog that opens above
 * them, and out of one that closes. Focus is kept, and announcements and animations don't repeat. Roots with a target
 * stay with it. Event-driven: searches and measures only when dialogs open or close.
 */
export function keepInTopLayer(page: Page, root: UiRoot): void {
  if (root.target === root.host) return;
  const join = watchers.get(page.document) ?? openWatch(page);
  watchers.set(page.document, join);
  join(root);
}

function openWatch({ document, window, clock }: Page): (root: UiRoot) => void {
  const all = new Set<UiRoot>();
  /** Modals that contain our roots, with functions that remove their listeners. */
  const places = new Map<Element, Cancel>();
  const over = new AbortController();
  const guard = createGuard(() => {});

  const floating = (): readonly UiRoot[] => [...all].filter(({ target }) => target === null);

  /** A new root, whose announcement may have been made before it could be heard. */
  let fresh: UiRoot | undefined;

  const moveTo = (modal: Element | undefined, ours?: readonly Element[]): void => {
    for (const root of floating()) {
      const { host, container: home } = root;
      // One of our own dialogs takes the whole screen; corner content waits below it.
      const place = modal && !(ours?.includes(modal) && stackLevel(host) < ABOVE) ? modal : document.body;
      if (isOnTop(host, place)) continue;
      // The dialog's script may have hidden its siblings.
      for (const name of ["inert", "aria-hidden"]) host.removeAttribute(name);
      for (const live_region of root.view.querySelectorAll(".said")) {
        const text = live_region.textContent;
        // Don't repeat earlier announcements.
        live_region.textContent = "";
        if (root === fresh && text) root.announce(text, live_region.role === "alert");
      }
      // Where supported, moveBefore preserves animations and scroll positions.
      if (host.isConnected && host.parentNode !== place && place.moveBefore) place.moveBefore(host, null);
      root.mount(null, place);
      root.container = home;
      placeInStack(host);
    }
    listen();
  };
  /** The last visible match: a dialog inside a closed one still matches as open. */
  const lastOf = (which: string): Element | undefined =>
    queryDeep(document, which).findLast((each) => each.checkVisibility());
  const settle = guard((): void => {
    const ours = [...document.querySelectorAll(OWN_MODALS)].flatMap(
      ({ shadowRoot }) => shadowRoot?.querySelector("dialog") ?? [],
    );
    const modal = ours.find((each) => each.matches(":focus-within")) ?? topmostModal(document, null);
    moveTo(modal?.checkVisibility() ? modal : (lastOf(COVERING_MODALS) ?? ours[0] ?? lastOf(FOCUS_TRAPS)), ours);
  });
  const soon = (): void => queueMicrotask(settle);

  /** Moves our roots out of a modal before it closes, so that they aren't hidden with it. Restores focus afterward. */
  const leave = guard((place: Element): void => {
    const held = floating().some(({ host }) => host.parentNode === place && host.matches(":focus-within"));
    const holder = held ? deepActiveElement(document) : null;
    const others = queryDeep(document, MODALS).filter((each) => !ancestorChain(each).includes(place));
    moveTo(innermostModal(ancestorChain(place.parentNode)) ?? others.at(-1));
    const closed = guard((): void => {
      settle();
      if (holder?.isConnected) moveFocus(holder);
    });
    place.addEventListener("toggle", closed, { once: true, signal: over.signal });
  });

  const listen = (): void => {
    const now = new Set<Element | null>(floating().map(({ host }) => host.parentElement));
    for (const [place, stop] of places) {
      if (now.has(place)) continue;
      stop();
      places.delete(place);
    }
    for (const place of now) {
      if (place === null || place === document.body || places.has(place)) continue;
      const toggling = (event: Event): void => {
        // It's a ToggleEvent; TypeScript declares that only for HTML elements.
        if (event.target === place && (event as ToggleEvent).newState === "closed") leave(place);
      };
      place.addEventListener("beforetoggle", toggling);
      const attributes = new window.MutationObserver(soon);
      attributes.observe(place, { attributeFilter: ["aria-modal", "aria-hidden"] });
      places.set(place, () => {
        place.removeEventListener("beforetoggle", toggling);
        attributes.disconnect();
      });
    }
  };

  // Hidden with its parent, or removed from the page.
  const sizes = new window.ResizeObserver((entries) => {
    const unseen = entries.filter(({ contentRect }) => contentRect.width * contentRect.height === 0);
    if (unseen.some(({ target }) => target.isConnected)) soon();
    // Delay the search: a page that keeps removing the hint must not be slowed down.
    else if (unseen.length > 0) clock.after(LOOK_GAP_MS, settle);
  });

  const early = { capture: true, signal: over.signal };
  document.addEventListener(
    "toggle",
    guard(({ target }) => {
      if (innermostModal([target])) soon();
      // Light-dismiss menus close on an outside press; manual popovers don't and would cover us permanently.
      else if ((target as Element).matches(`[popover=manual]:not(${HOST_NAME})`))
        for (const { host } of all) if (stackLevel(host) !== MARK) placeInStack(host);
    }),
    early,
  );
  // Dialogs take focus when they open, including those in shadow roots and those made modal by script.
  window.addEventListener(
    "focusin",
    guard((event: Event): void => {
      const place = innermostModal(event.composedPath()) ?? document.body;
      if (floating().some(({ host }) => !isOnTop(host, place))) soon();
    }),
    early,
  );
  document.addEventListener(
    "fullscreenchange",
    guard((): void => {
      settle();
      const full = document.fullscreenElement;
      for (const { host, target, mount } of all) {
        // Roots whose target is in the element that entered or left fullscreen.
        if (target === null || (full && !ancestorChain(target).includes(full))) continue;
        mount(target);
        placeInStack(host);
      }
    }),
    early,
  );

  return (root) => {
    if (!all.has(root)) {
      all.add(root);
      fresh = root;
      sizes.observe(root.host);
      const { remove } = root;
      root.remove = () => {
        remove();
        all.delete(root);
        sizes.unobserve(root.host);
        listen();
        if (all.size > 0) return;
        over.abort();
        sizes.disconnect();
        watchers.delete(document);
      };
    }
    settle();
    fresh = undefined;
  };
}

/** Whether the host is in this parent and in the top layer. Hosts below one of our dialogs have left it. */
function isOnTop(host: Element, place: Element): boolean {
  return host.parentNode === place && host.matches(":popover-open");
}

function innermostModal(way: readonly (EventTarget | null)[]): Element | undefined {
  return way.find((each): each is Element => each !== null && "matches" in each && (each as Element).matches(MODALS));
}
