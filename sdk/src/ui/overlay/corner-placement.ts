import { call, read } from "../../lib/native.ts";
import { HOST_NAME } from "../dom/page-modals.ts";
import { CORNER_GAP_PX } from "../limits.ts";
import type { Page } from "../types.ts";
import type { UiRoot } from "./ui-root.ts";

/** What stands in a corner by itself and can move: toasts, checklists, surveys, and launchers. */
const MOVERS = ".toasts,.corner";
/** An open panel, which stays where the person opened it. */
const PANEL = ".popup";

interface Place {
  readonly block: string;
  readonly inline: string;
}

/** The place of the style sheet. */
const OWN: Place = { block: "", inline: "" };

/**
 * Keeps everything that stands in a corner off each other: panels and banners stay, then what was shown first, and toasts come last.
 * Each goes to its own corner, on top of what is in it, or to another corner. If nothing fits, as on a phone, it is placed
 * behind an open panel or over the others (WCAG 2.4.11). Event-driven: measures only when something is shown, removed, or
 * resized.
 *
 * @returns what to call when a root was added or removed.
 */
export function shareCorners({ document, window }: Page, all: ReadonlySet<UiRoot>, signal: AbortSignal): () => void {
  /** What moved, until it is removed. */
  const moved = new Set<HTMLElement>();

  const place = (): void => {
    const boxes = [...all].flatMap(({ view }) => view.querySelector<HTMLElement>(MOVERS) ?? []);
    const panels = [...all].filter(({ view }) => view.querySelector(PANEL));
    // Banners are part of the page.
    const banners = [...call(document, "querySelectorAll", HOST_NAME)].flatMap(({ shadowRoot }) =>
      shadowRoot?.querySelector(".toasts") ? [] : (shadowRoot?.querySelector(".notice") ?? []),
    );
    const taken: Element[] = [...banners, ...panels.flatMap(({ view }) => view.querySelector(PANEL) ?? [])];
    for (const box of [...taken, ...boxes]) sizes.observe(box);
    // Stable: toasts last, the rest in the order of their display.
    for (const box of boxes.toSorted((one, other) => Number(isTray(one)) - Number(isTray(other)))) {
      if (!box.matches(":active")) {
        const fits = moveToFreePlace(window, box, taken);
        // A panel is above what it covers. Focus and scroll positions are preserved.
        for (const { host } of fits ? [] : panels) {
          host.hidePopover();
          host.showPopover();
        }
      }
      moved.add(box);
      taken.push(box);
    }
    for (const box of moved) if (!box.isConnected) forget(box);
  };
  const forget = (box: HTMLElement): void => {
    moved.delete(box);
    sizes.unobserve(box);
  };
  const sizes = new window.ResizeObserver(place);
  // A banner changes the size of the page.
  sizes.observe(read(document, "documentElement"));
  window.addEventListener("resize", place, { signal });
  signal.addEventListener("abort", () => sizes.disconnect());
  place();
  return place;
}

const isTray = (box: Element): boolean => box.matches(".toasts");

/** Returns whether the box is free. Otherwise, it is in its own place. */
function moveToFreePlace(window: Page["window"], box: HTMLElement, taken: readonly Element[]): boolean {
  setPlace(box, OWN);
  const free = (): boolean => {
    const { top, bottom } = box.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight && !taken.some((other) => intersects(box, other));
  };
  if (box.offsetHeight === 0 || free()) return true;
  const above = taken
    .map((other) => window.innerHeight - other.getBoundingClientRect().top + CORNER_GAP_PX)
    .toSorted((one, other) => one - other)
    .map((px) => `auto ${px}px`);
  const below = taken
    .map((other) => other.getBoundingClientRect())
    // Banners, which are at the top.
    .filter(({ top }) => top <= 0)
    .map(({ bottom }) => `${bottom + CORNER_GAP_PX}px auto`);
  const places: readonly Place[] = [
    ...above.map((block) => ({ block, inline: "" })),
    ...["auto 1em", ...above, "1em auto", ...below].flatMap((block) =>
      ["auto 1em", "1em auto"].map((inline) => ({ block, inline })),
    ),
  ];
  for (const each of places) {
    setPlace(box, each);
    if (free()) return true;
  }
  setPlace(box, OWN);
  return false;
}

function setPlace({ style }: HTMLElement, { block, inline }: Place): void {
  style.insetBlock = block;
  style.insetInline = inline;
}

function intersects(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
