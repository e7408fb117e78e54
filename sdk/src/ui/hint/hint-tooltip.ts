import type { Block, Span } from "@fanfare/contract/content/block";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { call } from "../../lib/native.ts";
import { followTarget, type TargetFollower } from "../card/follow-target.ts";
import { setPosition } from "../card/position-card.ts";
import { element } from "../dom/element.ts";
import { deepActiveElement } from "../dom/focus.ts";
import type { Guard } from "../dom/guard.ts";
import { isBehindModal } from "../dom/page-modals.ts";
import { inflate, placeCard } from "../dom/placement.ts";
import { isEditable } from "../dom/tab-stops.ts";
import { viewportBox } from "../dom/visibility.ts";
import { SCREEN_MARGIN_PX, TOOLTIP_GAP_PX, TOOLTIP_LINGER_MS, TOOLTIP_OPENS_AFTER_MS } from "../limits.ts";
import { visibleScreen } from "../target/reveal.ts";
import { clippingParents, visiblePart } from "../target/spotlight.ts";
import type { Page } from "../types.ts";
import type { HintView, HintViewDeps } from "./hint-view.ts";

let tooltip_count = 0;

/**
 * Tooltip of an element, visible on hover and focus. It is itself hoverable, persistent, and dismissible with Escape
 * (WCAG 1.4.13).
 */
export function buildTooltip(parts: HintViewDeps, { placement, target: sought }: HintBody): HintView {
  const { page, root, guard } = parts;
  const { document, window } = page;
  const box = element(document, "div", "tip");
  // Hidden here: the target is described by the same text in the page's tree, where IDs can reference it.
  box.ariaHidden = "true";
  box.hidden = true;
  const text = element(document, "span", "");
  text.id = `fanfare-tip-${++tooltip_count}`;
  text.role = "tooltip";
  text.hidden = true;
  root.host.append(text);
  root.view.append(element(document, "slot", ""), box);
  let leaveTarget: Cancel = () => {};
  let moved = (): void => {};
  const hover = createHover(page, guard, box, () => moved());

  const onKey = guard((event: KeyboardEvent): void => {
    if (event.key !== "Escape" || box.hidden || event.defaultPrevented || event.isComposing) return;
    if (isBehindModal(document, root)) return;
    hover.dismiss();
    // Otherwise, a surrounding dialog would close, too. Fields keep the key.
    const [from] = event.composedPath();
    if (!(from instanceof window.Element && isEditable(from))) event.preventDefault();
  });
  window.addEventListener("keydown", onKey);

  const vanish = (): void => {
    leaveTarget();
    leaveTarget = () => {};
    moved = () => {};
    hover.reset();
  };

  return {
    appear(target) {
      vanish();
      const parents = clippingParents(target, window);
      const followed = followTarget(page, target, box, () => moved(), parts.lost, sought);
      const undescribe = describe(target, text, guard);
      const stopHover = hover.attach(target);
      leaveTarget = () => {
        stopHover();
        undescribe();
        followed.stop();
      };
      moved = guard(() => layOut(parts, box, placement, target, parents, followed));
      hover.look(target);
    },
    vanish,
    write({ panel }, blocks) {
      const written = blocks.write(panel.blocks.map(withoutLinks));
      box.replaceChildren(element(document, "strong", "", panel.title), ...written);
      text.textContent = [panel.title, ...written.map(({ textContent }) => textContent)].join(". ");
      moved();
    },
    remove() {
      vanish();
      window.removeEventListener("keydown", onKey);
      text.replaceWith();
      box.replaceWith();
    },
  };
}

/** Shows a tooltip while its target or itself is hovered or focused. */
interface Hover {
  /** Starts with the target's present state. */
  look(target: Element): void;
  attach(target: Element): Cancel;
  /** Hides the tooltip until the pointer and focus have left. */
  dismiss(): void;
  reset(): void;
}

function createHover({ document, clock }: Page, guard: Guard, box: HTMLElement, onChange: () => void): Hover {
  const holders = new Set<"pointer" | "focus">();
  let pointed = false;
  let dismissed = false;
  let waiting: Cancel = () => {};
  const sync = (): void => {
    if (holders.size === 0) dismissed = false;
    box.hidden = holders.size === 0 || dismissed;
    onChange();
  };
  const hold = (holder: "pointer" | "focus", on: boolean): void => {
    if (on) holders.add(holder);
    else holders.delete(holder);
    sync();
  };
  const point = guard((at: boolean, delay_ms: number): void => {
    waiting();
    pointed = at;
    waiting = clock.after(delay_ms, () => hold("pointer", pointed));
  });
  const enter = ({ pointerType }: PointerEvent): void => {
    // Touch can't hover; it moves focus instead.
    if (pointerType !== "touch") point(true, box.hidden ? TOOLTIP_OPENS_AFTER_MS : 0);
  };
  const leave = guard((): void => {
    // Time to move the pointer from the target to the tooltip.
    if (!box.hidden) {
      point(false, TOOLTIP_LINGER_MS);
      return;
    }
    waiting();
    hold("pointer", false);
  });
  box.addEventListener("pointerenter", enter);
  box.addEventListener("pointerleave", leave);
  return {
    look(target) {
      if (call(target, "contains", deepActiveElement(document))) holders.add("focus");
      if (call(target, "matches", ":hover")) holders.add("pointer");
      sync();
    },
    attach(target) {
      const focusin = guard(() => hold("focus", true));
      const focusout = guard(() => hold("focus", false));
      const listeners = { pointerenter: enter, pointerleave: leave, focusin, focusout };
      // Each listener receives only its own event type.
      const each = Object.entries(listeners) as unknown as readonly (readonly [string, EventListener])[];
      for (const [name, listener] of each) call(target, "addEventListener", name, listener);
      return () => {
        for (const [name, listener] of each) call(target, "removeEventListener", name, listener);
      };
    },
    dismiss() {
      dismissed = true;
      sync();
    },
    reset() {
      waiting();
      holders.clear();
      sync();
    },
  };
}

function layOut(
  { page: { window }, root, seen: onSeen }: HintViewDeps,
  box: HTMLElement,
  wanted: HintBody["placement"],
  target: Element,
  parents: readonly Element[],
  followed: TargetFollower,
): void {
  if (box.hidden) return;
  const screen = visibleScreen(window);
  const at = viewportBox(target);
  const seen = visiblePart(at, parents, screen);
  followed.beforeLayout(at);
  const out_of_sight = seen.width * seen.height === 0;
  box.classList.toggle("away", out_of_sight);
  if (!out_of_sight) {
    const card = { width: box.offsetWidth, height: box.offsetHeight };
    const rtl = window.getComputedStyle(root.view).direction === "rtl";
    const area = inflate(screen, -SCREEN_MARGIN_PX);
    setPosition(box, placeCard({ target: seen, card, area, wanted, rtl, gap: TOOLTIP_GAP_PX }));
    onSeen(box);
  }
  followed.afterLayout();
}

/** Adds the text to the target's description until the returned function is called. */
function describe(target: Element, text: HTMLElement, guard: Guard): Cancel {
  let undescribe: Cancel = () => {};
  let here = true;
  const add = guard(({ addDescription }: typeof import("./description.ts")): void => {
    if (here) undescribe = addDescription(target, text);
  });
  void import("./description.ts").then(add, () => {});
  return () => {
    here = false;
    undescribe();
  };
}

/** Removes links and media: content that disappears on pointer leave can't be interactive. */
function withoutLinks(block: Block): Block {
  const unlinked = (spans: readonly Span[]): readonly Span[] => spans.map(({ href: _, ...span }) => span);
  if ("spans" in block) return { ...block, spans: unlinked(block.spans) };
  if ("items" in block) return { ...block, items: block.items.map(unlinked) };
  return "alt" in block ? block : { kind: "paragraph", spans: [{ text: block.title }] };
}
