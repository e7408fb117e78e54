import type { Step } from "@fanfare/contract/content/tour";
import { followTarget } from "../card/follow-target.ts";
import { cardPositioner, setPosition } from "../card/position-card.ts";
import { element } from "../dom/element.ts";
import type { Guard } from "../dom/guard.ts";
import { inflate, type Rect } from "../dom/placement.ts";
import { viewportBox } from "../dom/visibility.ts";
import { SPOTLIGHT_PADDING_PX, SPOTLIGHT_RADIUS_PX, TRANSITION_MS } from "../limits.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { reveal, visibleScreen } from "../target/reveal.ts";
import { clippingParents, holePath, visiblePart } from "../target/spotlight.ts";
import type { Page } from "../types.ts";
import type { StepPlace, StepPlaces } from "./step-places.ts";
import type { TourCard } from "./tour-card.ts";

export interface StepLayout {
  /**
   * Positions the card for a step and keeps it positioned until the next call. `entering`: with a transition. `places`:
   * for steps with a custom position or several highlights.
   */
  set(step: Step, target: Element | null, entering: boolean, places: StepPlaces | undefined): void;
  /** Freezes the layout and stops following the target. */
  release(): void;
  /** Makes the page usable until the next `set`, because the next target takes long to appear. */
  wait(): void;
}

/** Manages everything that depends on positions: the backdrop, the ring, and the card. */
export function createStepLayout(page: Page, root: UiRoot, card: TourCard, guard: Guard, lost: () => void): StepLayout {
  const { document, window } = page;
  const { host, view } = root;
  const { box } = card;
  const dim = element(document, "div", "dim");
  const ring = element(document, "div", "ring");
  view.append(dim, ring, box);
  box.hidden = true;
  view.classList.add("waiting");
  // A click on the backdrop must not move focus.
  for (const each of [dim, ring]) each.addEventListener("mousedown", (event) => event.preventDefault());
  let release = (): void => {};
  let moved = (): void => {};
  const lay = cardPositioner(page, root, card, () => moved());

  const layOut = (step: Step, at: Rect | null, parents: readonly Element[], place?: StepPlace): void => {
    const seen = at && visiblePart(at, parents, visibleScreen(window));
    const hole = seen && seen.width * seen.height > 0 ? inflate(seen, SPOTLIGHT_PADDING_PX) : null;
    // Read before writing, so that layout runs once.
    const extraHoles = place?.extraHoles();
    lay(hole, step.kind === "anchored" ? step.placement : "auto", place?.position);
    dim.style.clipPath = holePath(hole, SPOTLIGHT_RADIUS_PX, extraHoles);
    ring.hidden = !hole;
    if (hole) setPosition(ring, hole);
  };

  return {
    set(step, target, entering, places) {
      release();
      const moving = entering && !window.matchMedia("(prefers-reduced-motion:reduce)").matches;
      const parents = target ? clippingParents(target, window) : [];
      const at = step.kind === "anchored" ? step : undefined;
      if (target && entering && at?.scroll !== "none") {
        reveal(page, host, target, parents, moving, at?.scroll_margin_px);
      }
      // Corner and banner steps don't dim or block the page.
      view.classList.toggle("waiting", step.kind === "corner" || step.kind === "banner");
      ring.classList.toggle("shut", at?.interaction === "block");
      box.hidden = false;
      const place = places?.openPlace(
        page,
        root,
        box,
        step,
        guard(() => moved()),
      );
      const settle = guard((): void => {
        const at = target && viewportBox(target);
        followed.beforeLayout(at);
        layOut(step, at, parents, place);
        followed.afterLayout();
      });
      const followed = followTarget(page, target, box, settle, lost, at?.target);
      moved = followed.stir;
      release = () => {
        followed.stop();
        place?.close();
        moved = () => {};
      };
      const from = dim.style.clipPath;
      settle();
      if (!moving) return;
      const timing = { duration: TRANSITION_MS, easing: "ease-out" };
      if (from !== "") dim.animate([{ clipPath: from }, {}], timing);
      box.animate([{ opacity: 0, translate: "0 6px" }, {}], timing);
    },
    release: () => release(),
    wait: () => view.classList.add("waiting"),
  };
}
