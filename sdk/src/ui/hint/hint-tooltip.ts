import type { Block, Span } from "@fanfare/contract/content/block";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { renderBlocks } from "../card/blocks.ts";
import { followTarget, type TargetFollower } from "../card/follow-target.ts";
import { setPosition } from "../card/position-card.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement } from "../dom/focus.ts";
import { isBehindModal } from "../dom/page-modals.ts";
import { inflate, placeCard } from "../dom/placement.ts";
import { isEditable } from "../dom/tab-stops.ts";
import { viewportBox } from "../dom/visibility.ts";
import { SCREEN_MARGIN_PX, TOOLTIP_GAP_PX, TOOLTIP_LINGER_MS, TOOLTIP_OPENS_AFTER_MS } from "../limits.ts";
import { visibleScreen } from "../target/reveal.ts";
import { clippingParents, visiblePart } from "../target/spotlight.ts";
import type { HintView, HintViewDeps } from "./hint-view.ts";

let tooltip_count = 0;

/**
 * Tooltip of an element, visible on hover and focus. It is itself hoverable, persistent, and dismissible with Escape
 * (WCAG 1.4.13).
 */
export function buildTooltip(parts: HintViewDeps, { placement, target: sought }: HintBody): HintView {
  const { page, root, guard } = parts;
  const { document, window, clock } = page;
  const { host, view } = root;
  const box = element(document, "div", "tip");
  // Hidden here: the target is described by the same text in the page's tree, where IDs can reference it.
  box.ariaHidden = "true";
  box.hidden = true;
  const text = element(document, "span", "");
  text.id = `fanfare-tip-${++tooltip_count}`;
  text.role = "tooltip";
  text.hidden = true;
  host.append(text);
  view.append(element(document, "slot", ""), box);

  const holders = new Set<"pointer" | "focus">();
  let pointed = false;
  let dismissed = false;
  let waiting: Cancel = () => {};
  let leaveTarget: Cancel = () => {};
  let moved = (): void => {};

  const sync = (): void => {
    if (holders.size === 0) dismissed = false;
    box.hidden = holders.size === 0 || dismissed;
    moved();
  };
  const change = guard((): void => {
    if (pointed) holders.add("pointer");
    else holders.delete("pointer");
    sync();
  });
  const point = guard((at: boolean, delay_ms: number): void => {
    waiting();
    pointed = at;
    waiting = clock.after(delay_ms, change);
  });
  const enter = ({ pointerType }: PointerEvent): void => {
    // Touch can't hover; it moves focus instead.
    if (pointerType !== "touch") point(true, box.hidden ? TOOLTIP_OPENS_AFTER_MS : 0);
  };
  const leave = (): void => {
    // Time to move the pointer from the target to the tooltip.
    if (box.hidden) {
      waiting();
      pointed = false;
      change();
    } else {
      point(false, TOOLTIP_LINGER_MS);
    }
  };
  const focusIn = guard((): void => {
    holders.add("focus");
    sync();
  });
  const focusOut = guard((): void => {
    holders.delete("focus");
    sync();
  });
  box.addEventListener("pointerenter", enter);
  box.addEventListener("pointerleave", leave);

  const onKey = guard((event: KeyboardEvent): void => {
    if (event.key !== "Escape" || box.hidden || event.defaultPrevented || event.isComposing) return;
    if (isBehindModal(document, root)) return;
    dismissed = true;
    sync();
    // Otherwise, a surrounding dialog would close, too. Fields keep the key.
    const [from] = event.composedPath();
    if (!(from instanceof window.Element && isEditable(from))) event.preventDefault();
  });
  window.addEventListener("keydown", onKey);

  const layOut = (target: Element, parents: readonly Element[], followed: TargetFollower): void => {
    if (box.hidden) return;
    const screen = visibleScreen(window);
    const at = viewportBox(target);
    const seen = visiblePart(at, parents, screen);
    followed.beforeLayout(at);
    const out_of_sight = seen.width * seen.height === 0;
    box.classList.toggle("away", out_of_sight);
    if (!out_of_sight) {
      const card = { width: box.offsetWidth, height: box.offsetHeight };
      const rtl = window.getComputedStyle(view).direction === "rtl";
      const area = inflate(screen, -SCREEN_MARGIN_PX);
      setPosition(box, placeCard({ target: seen, card, area, wanted: placement, rtl, gap: TOOLTIP_GAP_PX }));
      parts.seen(box);
    }
    followed.afterLayout();
  };

  const vanish = (): void => {
    leaveTarget();
    leaveTarget = () => {};
    waiting();
    holders.clear();
    moved = () => {};
    sync();
  };

  return {
    appear(target) {
      vanish();
      const parents = clippingParents(target, window);
      const followed = followTarget(page, target, box, () => moved(), parts.lost, sought);
      let undescribe: Cancel = () => {};
      let here = true;
      const named = guard(({ addDescription: describe }: typeof import("./description.ts")): void => {
        if (here) undescribe = describe(target, text);
      });
      void import("./description.ts").then(named, () => {});
      const listeners = { pointerenter: enter, pointerleave: leave, focusin: focusIn, focusout: focusOut };
      // Each listener receives only its own event type.
      const each = Object.entries(listeners) as unknown as readonly (readonly [string, EventListener])[];
      for (const [name, listener] of each) target.addEventListener(name, listener);
      leaveTarget = () => {
        for (const [name, listener] of each) target.removeEventListener(name, listener);
        here = false;
        undescribe();
        followed.stop();
      };
      moved = guard(() => layOut(target, parents, followed));
      if (target.contains(deepActiveElement(document))) holders.add("focus");
      if (target.matches(":hover")) holders.add("pointer");
      sync();
    },
    vanish,
    write({ panel }, rich) {
      const blocks = renderBlocks(document, panel.blocks.map(withoutLinks), rich);
      box.replaceChildren(element(document, "strong", "", panel.title), ...blocks);
      text.textContent = [panel.title, ...blocks.map(({ textContent }) => textContent)].join(". ");
      moved();
    },
    remove() {
      vanish();
      window.removeEventListener("keydown", onKey);
      text.remove();
      box.remove();
    },
  };
}

/** Removes links: content that disappears on pointer leave can't be interactive. */
function withoutLinks(block: Block): Block {
  const unlinked = (spans: readonly Span[]): readonly Span[] => spans.map(({ href: _, ...span }) => span);
  switch (block.kind) {
    case "paragraph":
      return { ...block, spans: unlinked(block.spans) };
    case "list":
      return { ...block, items: block.items.map(unlinked) };
    case "image":
      return block;
  }
}
