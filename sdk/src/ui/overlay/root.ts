import type { Cancel } from "@fanfare/contract/lib/clock";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { HOST_NAME, topmostModal } from "../dom/page-modals.ts";
import { ANNOUNCE_DELAY_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import { BASE_STYLE } from "./base-style.ts";
import type { UiRoot } from "./ui-root.ts";

/** Where a page says which colours it wears, beside the CSS property `color-scheme`. */
const SCHEME_ATTRIBUTES = ["data-theme", "data-bs-theme", "data-color-scheme", "data-color-mode", "class"] as const;

/** What a page would hear of a click or a key in our card, and misread as one of its own. */
const CONTAINED_EVENTS =
  "click dblclick contextmenu pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup keypress focusin focusout input change";

/**
 * One host element with an open shadow root, shown in the top layer. Styles are constructed sheets and CSSOM alone:
 * nothing here needs an exception from a strict Content Security Policy or from Trusted Types.
 */
export function openRoot(page: Page, style: string): UiRoot {
  const { document, window, clock, locale } = page;
  const host = document.createElement(HOST_NAME);
  const shadow = host.attachShadow({ mode: "open" });
  const addStyle = (css: string): void => {
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets.push(sheet);
  };
  addStyle(BASE_STYLE + style);
  const removeTheme = page.applyTheme?.(shadow);
  const view = element(document, "div", "view");
  if (locale) {
    view.lang = locale;
    view.dir = textDirection(locale);
  }
  shadow.append(view);
  const regions = liveRegions(document);
  const takeVoice = (): void => {
    // What a modal dialog of ours does not hold is inert.
    const place = view.querySelector("dialog[open]") ?? view;
    if (regions[0].parentNode === place) return;
    for (const each of regions) each.textContent = "";
    place.prepend(...regions);
  };
  if (!regions[0].isConnected) takeVoice();
  host.popover = "manual";
  const watch = followPageScheme(page, view);
  // F6 goes round all parts of a page, ours too.
  const seal = (event: Event): unknown => (event as KeyboardEvent).key === "F6" || event.stopPropagation();
  for (const name of CONTAINED_EVENTS.split(" ")) view.addEventListener(name, seal);

  let speech: Cancel | undefined;
  const root: UiRoot = {
    ...{ host, shadow, view, addStyle, target: null, container: host },
    mount(target, place = topmostModal(document, target) ?? document.body) {
      root.target = target;
      root.container = place;
      if (host.parentNode !== place) {
        // In there it would be lost on the way.
        const holder = deepActiveElement(document);
        place.append(host);
        moveFocus(holder);
      }
      // A zoom of the page's own is undone: places are measured in pixels of the screen.
      view.style.zoom = String(1 / (host.currentCSSZoom ?? 1));
      if (!host.matches(":popover-open")) host.showPopover();
      // Where that cannot be had, what stands there stays there.
      import("./top-layer.ts").then(({ keepInTopLayer }) => keepInTopLayer(page, root)).catch(() => {});
    },
    announce(text, urgent) {
      speech?.();
      takeVoice();
      const live_region = regions[urgent ? 1 : 0];
      live_region.textContent = "";
      // What another says in the same moment is heard before it.
      speech = clock.after(ANNOUNCE_DELAY_MS, () => live_region.append(live_region.textContent && ". ", text));
    },
    remove() {
      root.target = host;
      speech?.();
      watch.disconnect();
      removeTheme?.();
      host.remove();
    },
  };
  return root;
}

/**
 * By document: one polite live region and one that interrupts, for all that is shown in there. They are there before their
 * texts, with whoever speaks: one that changed its role would say nothing, or what it said before.
 */
const live_regions = new WeakMap<Document, readonly [status: HTMLElement, alert: HTMLElement]>();

/** The live regions of a page, which go along with whoever speaks. */
function liveRegions(document: Document): readonly [status: HTMLElement, alert: HTMLElement] {
  const regionOf = (role: string) => Object.assign(element(document, "div", "said"), { role });
  const regions = live_regions.get(document) ?? ([regionOf("status"), regionOf("alert")] as const);
  live_regions.set(document, regions);
  return regions;
}

function followPageScheme({ document, window }: Page, view: HTMLElement): MutationObserver {
  const follow = (): void => {
    view.style.colorScheme = pageScheme(document, window);
  };
  follow();
  const watch = new window.MutationObserver(follow);
  for (const each of [document.documentElement, document.body]) {
    watch.observe(each, { attributeFilter: [...SCHEME_ATTRIBUTES, "style"] });
  }
  return watch;
}

/** The page's own choice where it can be told, else the person's (`light dark` follows the system). */
function pageScheme(document: Document, window: Window): string {
  for (const each of [document.documentElement, document.body]) {
    for (const name of SCHEME_ATTRIBUTES) {
      const scheme = singleScheme(String(each.getAttribute(name)).toLowerCase().split(/\s/));
      if (scheme) return scheme;
    }
  }
  const declared = window.getComputedStyle(document.documentElement).colorScheme;
  return singleScheme(declared.split(" ")) ?? "light dark";
}

/** The one of the two that is named, as `dark`, `theme-dark` or `dark-mode`; null when none or both are. */
function singleScheme(names: readonly string[]): "light" | "dark" | null {
  const bare = names.map((name) => name.replace(/^theme-|-(theme|mode)$/, ""));
  const dark = bare.includes("dark");
  return dark === bare.includes("light") ? null : dark ? "dark" : "light";
}
