import type { HintBody } from "@fanfare/contract/content/hint";
import type { Placement } from "@fanfare/contract/target/target";
import { followTarget, type TargetFollower } from "../card/follow-target.ts";
import { cardPositioner, setPosition } from "../card/position-card.ts";
import { listenToPopupKeys } from "../dialog/popup-keys.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement, moveFocus } from "../dom/focus.ts";
import { inflate, type Rect } from "../dom/placement.ts";
import { focusRestorerOnEnter, type RestoreFocus } from "../dom/restore-focus.ts";
import { isEditable, tabbable } from "../dom/tab-stops.ts";
import { viewportBox } from "../dom/visibility.ts";
import { MARK_PX, SPOTLIGHT_PADDING_PX } from "../limits.ts";
import { ABOVE, MARK, placeInStack } from "../overlay/stacking.ts";
import { visibleScreen } from "../target/reveal.ts";
import { clippingParents, visiblePart } from "../target/spotlight.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Point } from "../types.ts";
import { buildHintCard } from "./hint-card.ts";
import type { HintView, HintViewDeps } from "./hint-view.ts";

/**
 * Top left corner of a hotspot's mark. The mark is centered on the target edge that the author chose, or on the upper
 * corner at the end of the line. It is kept on the screen.
 *
 * @example
 * markPosition({ x: 100, y: 40, width: 80, height: 30 }, "auto", false, screen);
 * // { x: 168, y: 28 } for a mark of 24 pixels
 */
function markPosition({ x, y, width, height }: Rect, placement: Placement, rtl: boolean, screen: Rect): Point {
  const start = rtl ? x + width : x;
  const end = rtl ? x : x + width;
  const at: Readonly<Record<Placement, Point>> = {
    auto: { x: end, y },
    top: { x: x + width / 2, y },
    bottom: { x: x + width / 2, y: y + height },
    start: { x: start, y: y + height / 2 },
    end: { x: end, y: y + height / 2 },
  };
  const clampMark = (middle: number, from: number, room: number): number =>
    Math.max(from, Math.min(middle - MARK_PX / 2, from + room - MARK_PX));
  return {
    x: clampMark(at[placement].x, screen.x, screen.width),
    y: clampMark(at[placement].y, screen.y, screen.height),
  };
}

export function buildPopover(parts: HintViewDeps, first: HintBody): HintView {
  const { page, root, guard, choices, labels } = parts;
  const { document, window } = page;
  const { view, shadow } = root;
  const has_mark = first.form === "hotspot";
  const { placement } = first;
  let target: Element | null = null;
  let followed: TargetFollower | undefined;
  let moved = (): void => {};
  let open = !has_mark;
  let stays = false;
  let greeted = parts.resumed;
  let restoreFocus: RestoreFocus = moveFocus;

  const mark = element(document, "button", "mark");
  mark.type = "button";
  mark.ariaHasPopup = "dialog";
  const card = buildHintCard(document, labels, choices, (what) => {
    if (what === "close") parts.leave("close_button");
    else parts.pressed();
  });
  const { box, heading } = card;
  const lay = cardPositioner(page, root, card, () => moved());
  view.append(mark, box);

  const isInside = (): boolean => shadow.activeElement !== null;

  const layOut = (whole: Rect, parents: readonly Element[]): void => {
    const screen = visibleScreen(window);
    const seen = visiblePart(whole, parents, screen);
    const in_sight = seen.width * seen.height > 0;
    // A focused card stays visible at the edge where its target scrolled out.
    const shown = in_sight || isInside();
    mark.hidden = !(has_mark && shown);
    box.hidden = !(open && shown);
    const part = in_sight ? seen : whole;
    const rtl = window.getComputedStyle(view).direction === "rtl";
    if (!box.hidden) lay(inflate(part, SPOTLIGHT_PADDING_PX), placement);
    if (!mark.hidden) setPosition(mark, markPosition(part, placement, rtl, screen));
    if (in_sight) parts.seen(has_mark ? mark : box);
  };

  const setOpen = (to: boolean): void => {
    const inside = isInside();
    open = to;
    mark.ariaExpanded = String(open);
    mark.classList.add("met");
    moved();
    placeInStack(root.host, open ? ABOVE : MARK);
    // Opened by the person, so focus moves.
    if (open) moveFocus(heading);
    else if (inside) moveFocus(mark);
  };
  mark.addEventListener(
    "click",
    guard(() => {
      if (!open) parts.opened();
      setOpen(!open);
    }),
  );
  view.addEventListener("focusin", (event) => {
    restoreFocus = focusRestorerOnEnter(event) ?? restoreFocus;
  });

  /** Closes the card temporarily, or permanently if "Do not show again" is checked. */
  const withdraw = (reason: "escape" | "outside_click"): void => {
    if (has_mark && !choices.suppressed()) setOpen(false);
    else parts.leave(reason);
  };
  const stopKeys = listenToPopupKeys(page, root, guard, {
    target: () => target,
    shown: () => [mark, box],
    escape(inside) {
      if (box.hidden || !(has_mark || inside)) return false;
      if (!stays) withdraw("escape");
      return true;
    },
    pressedOutside() {
      if (has_mark && !box.hidden) withdraw("outside_click");
    },
  });

  /** An automatic card is announced once: by moving focus, or in the live region if focus must stay. */
  const greet = (): void => {
    if (greeted || box.hidden || has_mark) return;
    greeted = true;
    const holder = deepActiveElement(document);
    const typing = holder !== null && isEditable(holder);
    if (typing || !moveFocus(heading)) root.announce(card.spoken());
  };

  const vanish = (): void => {
    followed?.stop();
    moved = () => {};
    target = null;
    mark.hidden = true;
    box.hidden = true;
    open = !has_mark;
    mark.ariaExpanded = "false";
  };
  vanish();

  return {
    appear(found) {
      vanish();
      target = found;
      const parents = clippingParents(found, window);
      const follower = followTarget(page, found, box, () => moved(), parts.lost, first.target);
      followed = follower;
      moved = guard(() => {
        const at = viewportBox(found);
        follower.beforeLayout(at);
        layOut(at, parents);
        follower.afterLayout();
      });
      if (has_mark) placeInStack(root.host, MARK);
      moved();
      greet();
    },
    vanish,
    write(body, rich) {
      card.write(body, rich);
      stays = body.escape !== undefined;
      mark.ariaLabel = fillPlaceholders(labels.hint ?? "Hint: {name}", { name: body.panel.title });
      moved();
    },
    remove() {
      const inside = isInside();
      const at = target;
      vanish();
      stopKeys();
      mark.remove();
      box.remove();
      if (inside) restoreFocus(at && tabbable(at)[0]);
    },
  };
}
