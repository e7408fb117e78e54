import type { Cancel } from "@fanfare/contract/lib/clock";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { call, read } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { HOST_NAME, topmostModal } from "../dom/page-modals.ts";
import { ANNOUNCE_DELAY_MS, APPEARED_MS } from "../limits.ts";
import type { Page } from "../types.ts";
import { BASE_STYLE } from "./base-style.ts";
import type { UiRoot } from "./ui-root.ts";

/** Where pages declare their color scheme, besides the CSS property `color-scheme`. */
const SCHEME_ATTRIBUTES = ["data-theme", "data-bs-theme", "data-color-scheme", "data-color-mode", "class"] as const;

/** Events in our card that the page must not receive, because it could mistake them for its own. */
const CONTAINED_EVENTS =
  "click dblclick contextmenu pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup keypress focusin focusout input change";

/**
 * One host element with an open shadow root in the top layer. Uses only constructed stylesheets and CSSOM, so that it
 * works with a strict Content Security Policy and Trusted Types.
 */
export function openRoot(page: Page, style: string): UiRoot {
  const { document, window, clock, locale } = page;
  const host = call(document, "createElement", HOST_NAME);
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
    // Everything outside our modal dialog is inert, so the live regions must be inside.
    const place = view.querySelector("dialog[open]") ?? view;
    if (regions[0].parentNode === place) return;
    for (const each of regions) each.textContent = "";
    call(place, "prepend", ...regions);
  };
  if (!regions[0].isConnected) takeVoice();
  host.popover = "manual";
  const watch = followPageScheme(page, view);
  // F6 cycles through the parts of a page, including ours.
  const seal = (event: Event): unknown => (event as KeyboardEvent).key === "F6" || event.stopPropagation();
  for (const name of CONTAINED_EVENTS.split(" ")) view.addEventListener(name, seal);

  let speech: Cancel | undefined;
  const root: UiRoot = {
    ...{ host, shadow, view, addStyle, target: null, container: host },
    mount(target, place = topmostModal(document, target) ?? read(document, "body")) {
      root.target = target;
      root.container = place;
      if (host.parentNode !== place) {
        // Moving the host would lose focus inside it.
        const holder = deepActiveElement(document);
        call(place, "append", host);
        moveFocus(holder);
      }
      // Undo page zoom: positions are measured in screen pixels.
      view.style.zoom = `${1 / (host.currentCSSZoom ?? 1)}`;
      if (!host.matches(":popover-open")) host.showPopover();
      // If it can't be loaded, the root stays where it is.
      clock.after(APPEARED_MS, () =>
        import("./top-layer.ts").then(({ keepInTopLayer }) => keepInTopLayer(page, root)).catch(() => {}),
      );
    },
    announce(text, urgent) {
      speech?.();
      takeVoice();
      const live_region = regions[urgent ? 1 : 0];
      live_region.textContent = "";
      // Append after an announcement made at the same moment.
      speech = clock.after(ANNOUNCE_DELAY_MS, () => live_region.append(live_region.textContent && ". ", text));
    },
    remove() {
      root.target = host;
      speech?.();
      watch.disconnect();
      removeTheme?.();
      // Unlike `remove` of Prototype, does nothing for a host that the page removed.
      host.replaceWith();
    },
  };
  return root;
}

/**
 * Per document: a polite and an assertive live region, shared by all roots. Both exist before their texts, because
 * changing the role of a region suppresses or repeats announcements.
 */
const live_regions = new WeakMap<Document, readonly [status: HTMLElement, alert: HTMLElement]>();

/** Live regions of a page. They follow the root that announces. */
function liveRegions(document: Document): readonly [status: HTMLElement, alert: HTMLElement] {
  const regionOf = (role: string) => Object.assign(element(document, "div", "sr-only"), { role });
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
  for (const each of [read(document, "documentElement"), read(document, "body")]) {
    watch.observe(each, { attributeFilter: [...SCHEME_ATTRIBUTES, "style"] });
  }
  return watch;
}

/** The page's color scheme if it can be determined, otherwise the system's (`light dark`). */
function pageScheme(document: Document, window: Window): string {
  for (const each of [read(document, "documentElement"), read(document, "body")]) {
    for (const name of SCHEME_ATTRIBUTES) {
      const scheme = singleScheme(String(each.getAttribute(name)).toLowerCase().split(/\s/));
      if (scheme) return scheme;
    }
  }
  const declared = window.getComputedStyle(read(document, "documentElement")).colorScheme;
  return singleScheme(declared.split(" ")) ?? "light dark";
}

/** The one scheme named in the list, as `dark`, `theme-dark`, or `dark-mode`; null if none or both are. */
function singleScheme(names: readonly string[]): "light" | "dark" | null {
  const bare = names.map((name) => name.replace(/^theme-|-(theme|mode)$/, ""));
  const dark = bare.includes("dark");
  return dark === bare.includes("light") ? null : dark ? "dark" : "light";
}
