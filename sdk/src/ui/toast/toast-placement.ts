import { call, read } from "../../lib/native.ts";
import { HOST_NAME } from "../dom/page-modals.ts";
import type { Page } from "../types.ts";

/** Possible toast positions: the default corner, the opposite one, and along the top. */
const CORNERS = [
  { block: "auto 1em", inline: "auto 1em" },
  { block: "auto 1em", inline: "1em auto" },
  { block: "1em auto", inline: "auto 1em" },
  { block: "1em auto", inline: "1em auto" },
] as const;

/**
 * Moves toasts to the first corner where they don't overlap the open panel. If there is none, as on a phone, they are
 * placed behind it (WCAG 2.4.11), but still announced. Ends when the panel, and any panel that replaces it, is closed.
 */
export function placeToastsBesidePanel(window: Page["window"]): void {
  const { document } = window;
  const trays = new Set<HTMLElement>();

  const place = (): void => {
    // Our own elements.
    const hosts = [...call(document, "querySelectorAll", HOST_NAME)] as HTMLElement[];
    const host = hosts.find((each) => each.shadowRoot?.querySelector(".popup"));
    const box = host?.shadowRoot?.querySelector(".popup");
    if (!(host && box)) {
      stop();
      return;
    }
    // The panel may have been replaced by another.
    sizes.observe(box);
    for (const { shadowRoot } of hosts) {
      const list = shadowRoot?.querySelector<HTMLElement>(".toasts");
      if (!list) continue;
      if (!trays.has(list)) watch.observe(list, { childList: true });
      trays.add(list);
      const corner = CORNERS.find((each) => {
        setCorner(list, each);
        return !intersects(list, box);
      });
      if (corner) continue;
      setCorner(list, CORNERS[0]);
      // Moves to the top of the top layer; focus and scroll position are preserved.
      host.hidePopover();
      host.showPopover();
    }
  };
  const stop = (): void => {
    watch.disconnect();
    sizes.disconnect();
    window.removeEventListener("resize", place);
    for (const { style } of trays) {
      style.removeProperty("inset-block");
      style.removeProperty("inset-inline");
    }
  };
  const watch = new window.MutationObserver(place);
  const sizes = new window.ResizeObserver(place);
  for (const { parentNode } of call(document, "querySelectorAll", HOST_NAME)) {
    watch.observe(parentNode ?? read(document, "body"), { childList: true });
  }
  watch.observe(read(document, "body"), { childList: true });
  window.addEventListener("resize", place);
  place();
}

function setCorner({ style }: HTMLElement, { block, inline }: (typeof CORNERS)[number]): void {
  style.insetBlock = block;
  style.insetInline = inline;
}

function intersects(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
