import type { Cancel } from "@fanfare/contract/lib/clock";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { createGuard } from "../dom/guard.ts";
import { COVERING_MODALS, HOST_NAME, MODALS, OWN_MODALS, queryDeep, topmostModal } from "../dom/page-modals.ts";
import { ancestorChain } from "../dom/visibility.ts";
import { LOOK_GAP_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import { ABOVE, MARK, placeInStack, stackLevel } from "./stacking.ts";
import type { UiRoot } from "./ui-root.ts";

/** Where the focus tells nothing: dialogs that scripts make modal, and not those that they only hide. */
const FOCUS_TRAPS = "[aria-modal=true]:not([aria-hidden=true],[inert])";

const watchers = new WeakMap<Document, (root: UiRoot) => void>();

/**
 * Keeps what has no target where a person can see and reach it, until it is removed: in the modal dialog that opens over it,
 * and out of the one that closes around it, with the focus, and with no word or animation anew. What has a target stays with
 * that. Events tell: nothing is looked for and nothing is measured while no dialog comes or goes.
 */
export function keepInTopLayer(page: Page, root: UiRoot): void {
  if (root.target === root.host) return;
  const join = watchers.get(page.document) ?? openWatch(page);
  watchers.set(page.document, join);
  join(root);
}

function openWatch({ document, window, clock }: Page): (root: UiRoot) => void {
  const all = new Set<UiRoot>();
  /** The modals in which something stands, and what ends listening to each. */
  const places = new Map<Element, Cancel>();
  const over = new AbortController();
  const guard = createGuard(() => {});

  const floating = (): readonly UiRoot[] => [...all].filter(({ target }) => target === null);

  /** What may have been said where nobody could hear it: before anything was listened to. */
  let fresh: UiRoot | undefined;

  const moveTo = (modal: Element | undefined, ours?: readonly Element[]): void => {
    for (const root of floating()) {
      const { host, container: home } = root;
      // A dialog of ours has the screen for itself: what stands in a corner waits below it.
      const place = modal && !(ours?.includes(modal) && stackLevel(host) < ABOVE) ? modal : document.body;
      if (isOnTop(host, place)) continue;
      // The script of a dialog may have hidden all that was beside it.
      for (const name of ["inert", "aria-hidden"]) host.removeAttribute(name);
      for (const live_region of root.view.querySelectorAll(".said")) {
        const text = live_region.textContent;
        // What was heard is not said again.
        live_region.textContent = "";
        if (root === fresh && text) root.announce(text, live_region.role === "alert");
      }
      // Where the browser can, it moves as it is: what is animated or scrolled goes on.
      if (host.isConnected && host.parentNode !== place && place.moveBefore) place.moveBefore(host, null);
      root.mount(null, place);
      root.container = home;
      placeInStack(host);
    }
    listen();
  };
  /** The last that can be seen: a dialog in one that was closed is still called open. */
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

  /** Out of it before it is closed, so that nothing of ours is hidden with it; who was in there is afterwards too. */
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
        // The event of that name is one, which the types say of HTML elements alone.
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

  // It is hidden with what is around it, or was thrown out of the page.
  const sizes = new window.ResizeObserver((entries) => {
    const unseen = entries.filter(({ contentRect }) => contentRect.width * contentRect.height === 0);
    if (unseen.some(({ target }) => target.isConnected)) soon();
    // Not at once: a page that keeps on throwing us out must not be busy with that alone.
    else if (unseen.length > 0) clock.after(LOOK_GAP_MS, settle);
  });

  const early = { capture: true, signal: over.signal };
  document.addEventListener(
    "toggle",
    guard(({ target }) => {
      if (innermostModal([target])) soon();
      // A menu goes by a press beside it; what goes by nothing would hide us for good.
      else if ((target as Element).matches(`[popover=manual]:not(${HOST_NAME})`))
        for (const { host } of all) if (stackLevel(host) !== MARK) placeInStack(host);
    }),
    early,
  );
  // What opens takes the focus: in shadow roots too, and where a script keeps it in.
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
        // What stands at something that now fills the screen, or no longer does.
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

/** Whether it stands in there, and not below: what a dialog of ours was opened over left the top layer. */
function isOnTop(host: Element, place: Element): boolean {
  return host.parentNode === place && host.matches(":popover-open");
}

/** The innermost modal of those that are on the way from inner to outer. */
function innermostModal(way: readonly (EventTarget | null)[]): Element | undefined {
  return way.find((each): each is Element => each !== null && "matches" in each && (each as Element).matches(MODALS));
}
