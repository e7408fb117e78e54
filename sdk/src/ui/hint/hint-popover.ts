import type { HintBody } from "@fanfare/contract/content/hint";
import type { Placement } from "@fanfare/contract/target/target";
import { followTarget, type TargetFollower } from "../card/follow-target.ts";
import { type CardPositioner, cardPositioner, setPosition } from "../card/position-card.ts";
import { listenToPopupKeys } from "../dialog/popup-keys.ts";
import { button } from "../dom/element.ts";
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
import { buildHintCard, type HintCard } from "./hint-card.ts";
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

/** A hotspot or popover on the page. */
interface Popover {
  readonly parts: HintViewDeps;
  readonly has_mark: boolean;
  readonly placement: Placement;
  readonly mark: HTMLButtonElement;
  readonly card: HintCard;
  readonly lay: CardPositioner;
  target: Element | null;
  followed: TargetFollower | undefined;
  open: boolean;
  greeted: boolean;
  moved(): void;
}

export function buildPopover(parts: HintViewDeps, first: HintBody): HintView {
  const { page, root, guard, choices, labels } = parts;
  const has_mark = first.form === "hotspot";
  let stays = false;
  let restoreFocus: RestoreFocus = moveFocus;
  const mark = button(
    page.document,
    "mark",
    "",
    guard(() => {
      if (!popover.open) parts.opened();
      setOpen(popover, !popover.open);
    }),
  );
  mark.ariaHasPopup = "dialog";
  const pressed = guard((what: "button" | "close"): void => {
    if (what === "close") parts.leave("close_button");
    else parts.pressed();
  });
  const card = buildHintCard(page.document, labels, choices, pressed);
  const lay = cardPositioner(page, root, card, () => popover.moved());
  const popover: Popover = {
    ...{ parts, has_mark, placement: first.placement, mark, card, lay },
    ...{ target: null, followed: undefined, open: !has_mark, greeted: parts.resumed, moved() {} },
  };
  root.view.append(mark, card.box);
  root.view.addEventListener("focusin", (event) => {
    restoreFocus = focusRestorerOnEnter(event) ?? restoreFocus;
  });

  /** Closes the card temporarily, or permanently if "Do not show again" is checked. */
  const withdraw = (reason: "escape" | "outside_click"): void => {
    if (has_mark && !choices.suppressed()) setOpen(popover, false);
    else parts.leave(reason);
  };
  const stopKeys = listenToPopupKeys(page, root, guard, {
    target: () => popover.target,
    shown: () => [mark, card.box],
    escape(inside) {
      if (card.box.hidden || !(has_mark || inside)) return false;
      if (!stays) withdraw("escape");
      return true;
    },
    pressedOutside() {
      if (has_mark && !card.box.hidden) withdraw("outside_click");
    },
  });
  vanish(popover);

  return {
    appear: (found) => appear(popover, found, first.target),
    vanish: () => vanish(popover),
    write(body, blocks) {
      card.write(body, blocks);
      stays = body.escape !== undefined;
      mark.ariaLabel = fillPlaceholders(labels.hint ?? "Hint: {name}", { name: body.panel.title });
      popover.moved();
    },
    remove() {
      const inside = isInside(popover);
      const { target } = popover;
      vanish(popover);
      stopKeys();
      mark.replaceWith();
      card.box.replaceWith();
      if (inside) restoreFocus(target && tabbable(target)[0]);
    },
  };
}

function isInside({ parts }: Popover): boolean {
  return parts.root.shadow.activeElement !== null;
}

function appear(popover: Popover, target: Element, sought: HintBody["target"]): void {
  const { parts } = popover;
  vanish(popover);
  const parents = clippingParents(target, parts.page.window);
  const moved = (): void => popover.moved();
  const followed = followTarget(parts.page, target, popover.card.box, moved, parts.lost, sought);
  popover.target = target;
  popover.followed = followed;
  popover.moved = parts.guard(() => {
    const at = viewportBox(target);
    followed.beforeLayout(at);
    layOut(popover, at, parents);
    followed.afterLayout();
  });
  if (popover.has_mark) placeInStack(parts.root.host, MARK);
  popover.moved();
  greet(popover);
}

function vanish(popover: Popover): void {
  const { mark, card, has_mark } = popover;
  popover.followed?.stop();
  popover.moved = () => {};
  popover.target = null;
  mark.hidden = true;
  card.box.hidden = true;
  popover.open = !has_mark;
  mark.ariaExpanded = "false";
}

function layOut(popover: Popover, whole: Rect, parents: readonly Element[]): void {
  const { parts, has_mark, placement, mark, card } = popover;
  const { window } = parts.page;
  const screen = visibleScreen(window);
  const seen = visiblePart(whole, parents, screen);
  const in_sight = seen.width * seen.height > 0;
  // A focused card stays visible at the edge where its target scrolled out.
  const shown = in_sight || isInside(popover);
  mark.hidden = !(has_mark && shown);
  card.box.hidden = !(popover.open && shown);
  const part = in_sight ? seen : whole;
  const rtl = window.getComputedStyle(parts.root.view).direction === "rtl";
  if (!card.box.hidden) popover.lay(inflate(part, SPOTLIGHT_PADDING_PX), placement);
  if (!mark.hidden) setPosition(mark, markPosition(part, placement, rtl, screen));
  if (in_sight) parts.seen(has_mark ? mark : card.box);
}

/** The person opens or closes a hotspot's card. */
function setOpen(popover: Popover, open: boolean): void {
  const { parts, mark, card } = popover;
  const inside = isInside(popover);
  popover.open = open;
  mark.ariaExpanded = String(open);
  mark.classList.add("met");
  popover.moved();
  placeInStack(parts.root.host, open ? ABOVE : MARK);
  // Opened by the person, so focus moves.
  if (open) moveFocus(card.heading);
  else if (inside) moveFocus(mark);
}

/** An automatic card is announced once: by moving focus, or in the live region if focus must stay. */
function greet(popover: Popover): void {
  const { parts, card } = popover;
  if (popover.greeted || card.box.hidden || popover.has_mark) return;
  popover.greeted = true;
  const { document, passive } = parts.page;
  const holder = deepActiveElement(document);
  const stays = holder !== null && (passive || isEditable(holder));
  if (stays ? !passive : !moveFocus(card.heading)) parts.root.announce(card.spoken());
}
