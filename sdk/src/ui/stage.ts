import type { Placement, Step } from "@fanfare/contract/content";
import type { Card } from "./card.ts";
import { element } from "./element.ts";
import { type Followed, follow } from "./follow.ts";
import type { Guard } from "./guard.ts";
import {
  CARD_GAP_PX,
  SCREEN_MARGIN_PX,
  SHEET_BELOW_PX,
  SHEET_HEIGHT_MIN_PX,
  SPOTLIGHT_PADDING_PX,
  SPOTLIGHT_RADIUS_PX,
  TRANSITION_MS,
} from "./limits.ts";
import { grown, overlap, placeCard, placeCentered, placeSheet, type Rect } from "./place.ts";
import type { UiRoot } from "./root.ts";
import { clippingParents, holePath, visiblePart } from "./spotlight.ts";
import type { Page } from "./types.ts";

export interface Stage {
  /** Puts the card where the step wants it, and keeps it there until the next call. `entering`: with a transition. */
  set(step: Step, target: Element | null, entering: boolean): void;
  /** Keeps all where it is, and follows nothing. */
  release(): void;
  /** Until the next `set` the page may be used: its next target takes long. */
  wait(): void;
}

/** The dimming layer, the ring and the place of the card: all that depends on where things are. */
export function buildStage(page: Page, root: UiRoot, card: Card, guard: Guard, lost: () => void): Stage {
  const { document, window } = page;
  const { view } = root;
  const dim = element(document, "div", "dim");
  const ring = element(document, "div", "ring");
  view.append(dim, ring, card.box);
  card.box.hidden = true;
  view.classList.add("waiting");
  // A click on the dimmed page must not take the focus from where it is.
  for (const each of [dim, ring]) each.addEventListener("mousedown", (event) => event.preventDefault());
  const style = card.box.style;
  let followed: Followed | undefined;
  let release = (): void => {};

  const still = (): boolean => window.matchMedia("(prefers-reduced-motion:reduce)").matches;

  const layOut = (target: Element | null, parents: readonly Element[], placement: Placement): void => {
    const screen = screenOf(window);
    const box = target?.getBoundingClientRect();
    const seen = target === null ? null : visiblePart(target, parents, screen);
    const hole = seen === null || seen.width * seen.height === 0 ? null : grown(seen, SPOTLIGHT_PADDING_PX);
    const sheet = document.documentElement.clientWidth < SHEET_BELOW_PX;
    const area = sheet ? screen : grown(screen, -SCREEN_MARGIN_PX);
    card.box.classList.toggle("sheet", sheet);
    const beside = hole === null ? 0 : Math.max(hole.y, screen.height - hole.y - hole.height);
    const room = sheet && hole !== null ? Math.max(beside, SHEET_HEIGHT_MIN_PX) : area.height;
    style.setProperty("--room", `${Math.floor(room)}px`);
    // What scrolls must be reachable by keyboard, and what does not must not be a stop.
    if (card.flow.scrollHeight > card.flow.clientHeight) card.flow.tabIndex = 0;
    else card.flow.removeAttribute("tabindex");
    const size = { width: card.box.offsetWidth, height: card.box.offsetHeight };

    dim.style.clipPath = holePath(hole, SPOTLIGHT_RADIUS_PX);
    ring.hidden = hole === null;
    if (hole !== null) put(ring, hole);
    if (sheet) {
      const { y, top } = placeSheet(hole, size.height, area);
      card.box.classList.toggle("top", top);
      card.arrow.hidden = true;
      put(card.box, { x: area.x, y });
    } else if (hole === null) {
      card.arrow.hidden = true;
      put(card.box, placeCentered(size, area));
    } else {
      const rtl = window.getComputedStyle(view).direction === "rtl";
      const gap = CARD_GAP_PX - SPOTLIGHT_PADDING_PX;
      const { x, y, side, arrow } = placeCard({ target: hole, card: size, area, wanted: placement, rtl, gap });
      card.arrow.hidden = arrow === null;
      put(card.box, { x, y });
      if (side === "top" || side === "bottom") put(card.arrow, { x: arrow ?? 0, y: side === "top" ? size.height : 0 });
      else put(card.arrow, { x: side === "left" ? size.width : 0, y: arrow ?? 0 });
    }
    if (box !== undefined) followed?.at(box);
  };

  return {
    set(step, target, entering) {
      release();
      view.classList.remove("waiting");
      const parents = target === null ? [] : clippingParents(target, window);
      const from = window.getComputedStyle(dim).clipPath;
      if (target !== null && entering) reveal(page, root, target, parents, still());
      const placement = step.kind === "anchored" ? step.placement : "auto";
      ring.classList.toggle("shut", step.kind === "anchored" && step.interaction === "block");
      card.box.hidden = false;
      const moved = guard((): void => layOut(target, parents, placement));
      followed = target === null ? undefined : follow(page, target, card.box, moved, lost);
      const resized = new window.ResizeObserver(moved);
      if (target === null) resized.observe(card.box);
      const screen = window.visualViewport;
      window.addEventListener("resize", moved);
      screen?.addEventListener("resize", moved);
      screen?.addEventListener("scroll", moved);
      release = () => {
        followed?.stop();
        followed = undefined;
        resized.disconnect();
        window.removeEventListener("resize", moved);
        screen?.removeEventListener("resize", moved);
        screen?.removeEventListener("scroll", moved);
      };
      moved();
      if (entering && !still()) {
        const timing = { duration: TRANSITION_MS, easing: "cubic-bezier(.2,.7,.3,1)" };
        dim.animate([{ clipPath: from }, { clipPath: dim.style.clipPath }], timing);
        card.box.animate([{ opacity: 0, translate: "0 6px" }, { opacity: 1 }], timing);
      }
    },
    release: () => release(),
    wait: () => view.classList.add("waiting"),
  };
}

function put(
  element: HTMLElement,
  { x, y, width, height }: Partial<Rect> & { readonly x: number; readonly y: number },
): void {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  if (width !== undefined) element.style.width = `${width}px`;
  if (height !== undefined) element.style.height = `${height}px`;
}

/** What the person sees of the page: less than the window while zoomed in or while a keyboard is up. */
function screenOf(window: Window): Rect {
  const seen = window.visualViewport;
  return seen === null
    ? { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight }
    : { x: seen.offsetLeft, y: seen.offsetTop, width: seen.width, height: seen.height };
}

/** Scrolls the target into sight, unless it is there already. */
function reveal(
  { document, window }: Page,
  { host }: UiRoot,
  target: Element,
  parents: readonly Element[],
  still: boolean,
): void {
  const box = target.getBoundingClientRect();
  const screen = screenOf(window);
  const seen = visiblePart(target, parents, screen);
  const enough = Math.min(box.height, screen.height / 2) - 1;
  const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
  // Something of the page may lie over it: a sticky header.
  const top = document.elementsFromPoint(middle.x, middle.y).find((each) => each !== host);
  const covered = top !== undefined && overlap(seen, box) > 0 && !target.contains(top) && !top.contains(target);
  if (seen.height >= enough && seen.width >= Math.min(box.width, screen.width / 2) - 1 && !covered) return;
  target.scrollIntoView({
    block: box.height > screen.height / 2 ? "start" : "center",
    inline: "nearest",
    behavior: still ? "instant" : "smooth",
  });
}
