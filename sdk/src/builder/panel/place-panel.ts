import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Page } from "../../ui/types.ts";

/** Lets a panel be dragged by its head. A part of the head always stays on the screen. */
export function placePanel({ window }: Page, panel: HTMLElement, head: HTMLElement): Cancel {
  let x = 0;
  let y = 0;
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest("button,a") !== null) return;
    event.preventDefault();
    const over = new AbortController();
    const from = { x: event.clientX - x, y: event.clientY - y };
    const home = panel.getBoundingClientRect();
    const bounds = {
      left: x - home.left - home.width + KEPT_PX,
      right: x + window.innerWidth - home.left - KEPT_PX,
      top: y - home.top,
      bottom: y + window.innerHeight - home.top - KEPT_PX,
    };
    head.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent): void => {
      x = Math.min(bounds.right, Math.max(bounds.left, moved.clientX - from.x));
      y = Math.min(bounds.bottom, Math.max(bounds.top, moved.clientY - from.y));
      panel.style.translate = `${x}px ${y}px`;
    };
    head.addEventListener("pointermove", move, { signal: over.signal });
    for (const name of ["pointerup", "pointercancel"]) {
      head.addEventListener(name, () => over.abort(), { signal: over.signal });
    }
  };
  head.addEventListener("pointerdown", press);
  return () => head.removeEventListener("pointerdown", press);
}

/** Part of the panel that stays on the screen. */
const KEPT_PX = 48;
