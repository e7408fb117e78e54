import type { Step } from "@fanfare/contract/tour";
import type { Card } from "./card.ts";
import { element } from "./element.ts";
import { follow } from "./follow.ts";
import type { Guard } from "./guard.ts";
import {
  CARD_GAP_PX,
  SCREEN_MARGIN_PX,
  SHEET_BELOW_PX,
  SPOTLIGHT_PADDING_PX,
  SPOTLIGHT_RADIUS_PX,
  TRANSITION_MS,
} from "./limits.ts";
import { grown, placeCard, placeCentered, type Rect } from "./place.ts";
import { reveal, screenOf } from "./reveal.ts";
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
export function buildStage(
  page: Page,
  { host, view, dress }: UiRoot,
  card: Card,
  guard: Guard,
  lost: () => void,
): Stage {
  const { document, window } = page;
  const { box, arrow, flow } = card;
  const dim = element(document, "div", "dim");
  const ring = element(document, "div", "ring");
  view.append(dim, ring, box);
  box.hidden = true;
  view.classList.add("waiting");
  // A click on the dimmed page must not take the focus from where it is.
  for (const each of [dim, ring]) each.addEventListener("mousedown", (event) => event.preventDefault());
  let release = (): void => {};
  let moved = (): void => {};
  let unfolding = false;
  let folded: typeof import("./sheet.ts") | null = null;

  // Until the sheet is there, and without it, the card floats on narrow screens too.
  const unfold = (loaded: typeof import("./sheet.ts")): void => {
    dress(loaded.SHEET_STYLE);
    folded = loaded;
    moved();
  };

  const layOut = (step: Step, target: Element | null, parents: readonly Element[]): void => {
    const screen = screenOf(window);
    const seen = target === null ? null : visiblePart(target, parents, screen);
    const hole = seen === null || seen.width * seen.height === 0 ? null : grown(seen, SPOTLIGHT_PADDING_PX);
    dim.style.clipPath = holePath(hole, SPOTLIGHT_RADIUS_PX);
    ring.hidden = hole === null;
    if (hole !== null) put(ring, hole);

    const narrow = document.documentElement.clientWidth < SHEET_BELOW_PX;
    if (narrow && !unfolding) {
      unfolding = true;
      void import("./sheet.ts").then(unfold, () => {});
    }
    const sheet = narrow ? folded : null;
    const area = sheet === null ? grown(screen, -SCREEN_MARGIN_PX) : screen;
    box.classList.toggle("sheet", sheet !== null);
    box.style.setProperty("--room", `${Math.floor(sheet?.sheetRoom(hole, area) ?? area.height)}px`);
    // What scrolls must be reachable by keyboard, and what does not must not be a stop.
    if (flow.scrollHeight > flow.clientHeight) flow.tabIndex = 0;
    else flow.removeAttribute("tabindex");

    const size = { width: box.offsetWidth, height: box.offsetHeight };
    arrow.hidden = true;
    if (sheet !== null) {
      const { y } = sheet.placeSheet(hole, size, area);
      box.classList.toggle("top", y === area.y);
      put(box, { x: area.x, y });
    } else if (hole === null) {
      const { x, y } = placeCentered(size, area);
      put(box, { x, y });
    } else {
      const rtl = window.getComputedStyle(view).direction === "rtl";
      const wanted = step.kind === "anchored" ? step.placement : "auto";
      const placed = placeCard({ target: hole, card: size, area, wanted, rtl, gap: CARD_GAP_PX });
      put(box, { x: placed.x, y: placed.y });
      arrow.hidden = placed.arrow === null;
      const along = placed.arrow ?? 0;
      put(arrow, {
        x: placed.side === "left" ? size.width : placed.side === "right" ? 0 : along,
        y: placed.side === "top" ? size.height : placed.side === "bottom" ? 0 : along,
      });
    }
  };

  return {
    set(step, target, entering) {
      release();
      const moving = entering && !window.matchMedia("(prefers-reduced-motion:reduce)").matches;
      const parents = target === null ? [] : clippingParents(target, window);
      if (target !== null && entering) reveal(page, host, target, parents, moving);
      view.classList.remove("waiting");
      ring.classList.toggle("shut", step.kind === "anchored" && step.interaction === "block");
      box.hidden = false;
      moved = guard((): void => {
        layOut(step, target, parents);
        if (target !== null) followed.at(target.getBoundingClientRect());
      });
      const followed = follow(page, target, box, moved, lost);
      release = () => {
        followed.stop();
        moved = () => {};
      };
      const from = dim.style.clipPath;
      moved();
      if (!moving) return;
      const timing = { duration: TRANSITION_MS, easing: "ease-out" };
      if (from !== "") dim.animate([{ clipPath: from }, {}], timing);
      box.animate([{ opacity: 0, translate: "0 6px" }, {}], timing);
    },
    release: () => release(),
    wait: () => view.classList.add("waiting"),
  };
}

function put({ style }: HTMLElement, { x, y, width, height }: Pick<Rect, "x" | "y"> & Partial<Rect>): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  if (width !== undefined) style.width = `${width}px`;
  if (height !== undefined) style.height = `${height}px`;
}
