import { call, read } from "../../lib/native.ts";
import type { CustomPosition } from "../card/position-card.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { stickyEdge } from "../target/sticky-edge.ts";
import type { Page } from "../types.ts";

/** A bar along an edge. A spacer of the same height extends the page, so that all its content can be reached. */
export function edgeBar(
  { document, window }: Page,
  { host }: UiRoot,
  edge: "top" | "bottom",
): { readonly position: CustomPosition; close(): void } {
  const top = edge === "top";
  const room = call(document, "createElement", "fanfare-room");
  room.style.all = "initial";
  room.style.display = "block";
  // Also added while a modal dialog is open, for when it closes.
  read(document, "body")[top ? "before" : "after"](room);
  return {
    position(card, screen) {
      room.style.height = `${card.height}px`;
      if (!top) return { x: screen.x, y: screen.y + screen.height - card.height };
      // Sticky headers stay above the bar, including one reached by the current scroll.
      const held = (y: number): number => stickyEdge(window, host, screen.x + screen.width / 2, screen.y + y);
      const reached = card.height - 2;
      const end = held(reached);
      return { x: screen.x, y: end > screen.y + reached ? end : held(0) };
    },
    close: () => room.replaceWith(),
  };
}
