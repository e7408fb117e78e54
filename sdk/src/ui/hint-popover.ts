import type { HintBody } from "@fanfare/contract/hint";
import { element } from "./element.ts";
import { focused, moveFocus } from "./focus.ts";
import { type Followed, follow } from "./follow.ts";
import { buildHintCard } from "./hint-card.ts";
import type { FigureParts, HintFigure } from "./hint-figure.ts";
import { listenAsHint } from "./hint-keys.ts";
import { markSpot } from "./hint-mark.ts";
import { fill } from "./labels.ts";
import { cardLayer, put } from "./lay-card.ts";
import { ABOVE, layAt, MARK } from "./layers.ts";
import { SPOTLIGHT_PADDING_PX } from "./limits.ts";
import { grown, type Rect } from "./place.ts";
import { screenOf } from "./reveal.ts";
import { clippingParents, visiblePart } from "./spotlight.ts";
import { isEditable, tabbable } from "./stops.ts";
import { boxOf } from "./visible.ts";
import { type GiveBack, wayBackOf } from "./way-back.ts";

/** A card beside the target: open at once, or with a mark that opens it. */
export function buildPopover(parts: FigureParts, first: HintBody): HintFigure {
  const { page, root, guard, choices, labels } = parts;
  const { document, window } = page;
  const { view, shadow } = root;
  const has_mark = first.form === "hotspot";
  const { placement } = first;
  let target: Element | null = null;
  let followed: Followed | undefined;
  let moved = (): void => {};
  let open = !has_mark;
  let stays = false;
  let greeted = parts.resumed;
  let giveBack: GiveBack = moveFocus;

  const mark = element(document, "button", "mark");
  mark.type = "button";
  mark.ariaHasPopup = "dialog";
  const card = buildHintCard(document, labels, choices, (what) => {
    if (what === "close") parts.leave("close_button");
    else parts.pressed();
  });
  const { box, heading } = card;
  const lay = cardLayer(page, root, card, () => moved());
  view.append(mark, box);

  const isInside = (): boolean => shadow.activeElement !== null;

  const layOut = (whole: Rect, parents: readonly Element[]): void => {
    const screen = screenOf(window);
    const seen = visiblePart(whole, parents, screen);
    const in_sight = seen.width * seen.height > 0;
    // What has the focus stays, at the edge where the target went.
    const shown = in_sight || isInside();
    mark.hidden = !(has_mark && shown);
    box.hidden = !(open && shown);
    const part = in_sight ? seen : whole;
    const rtl = window.getComputedStyle(view).direction === "rtl";
    if (!box.hidden) lay(grown(part, SPOTLIGHT_PADDING_PX), placement);
    if (!mark.hidden) put(mark, markSpot(part, placement, rtl, screen));
    if (in_sight) parts.seen(has_mark ? mark : box);
  };

  const setOpen = (to: boolean): void => {
    const inside = isInside();
    open = to;
    mark.ariaExpanded = String(open);
    mark.classList.add("met");
    moved();
    layAt(root.host, open ? ABOVE : MARK);
    // The person asked for it.
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
    giveBack = wayBackOf(event) ?? giveBack;
  });

  /** Closes the card for now, or for good where the person ticked that. */
  const withdraw = (reason: "escape" | "outside_click"): void => {
    if (has_mark && !choices.suppressed()) setOpen(false);
    else parts.leave(reason);
  };
  const stopKeys = listenAsHint(page, root, guard, {
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

  /** A card that comes by itself is heard once: by the focus, or by the live region where the focus must stay. */
  const greet = (): void => {
    if (greeted || box.hidden || has_mark) return;
    greeted = true;
    const holder = focused(document);
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
      const follower = follow(page, found, box, () => moved(), parts.lost, first.target);
      followed = follower;
      moved = guard(() => {
        const at = boxOf(found);
        follower.at(at);
        layOut(at, parents);
        follower.laid();
      });
      if (has_mark) layAt(root.host, MARK);
      moved();
      greet();
    },
    vanish,
    write(body, rich) {
      card.write(body, rich);
      stays = body.escape !== undefined;
      mark.ariaLabel = fill(labels.hint ?? "Hint: {name}", { name: body.panel.title });
      moved();
    },
    remove() {
      const inside = isInside();
      const at = target;
      vanish();
      stopKeys();
      mark.remove();
      box.remove();
      if (inside) giveBack(at && tabbable(at)[0]);
    },
  };
}
