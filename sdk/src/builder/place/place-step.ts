import type { Corner, Edge, Step } from "@fanfare/contract/content/tour";
import type { Placement } from "@fanfare/contract/target/target";
import type { Rect } from "../../ui/dom/placement.ts";
import type { Point } from "../../ui/types.ts";

/** A direction on the screen. */
export type Direction = "up" | "down" | "left" | "right";

/** Where a step's card is: beside its element, in a corner, or along an edge. */
export type StepPlace = Placement | Corner | Edge;

/** Undefined for a step in the middle of the screen. */
export function placeOf(step: Step): StepPlace | undefined {
  switch (step.kind) {
    case "anchored":
      return step.placement;
    case "corner":
      return step.corner;
    case "banner":
      return step.edge;
    case "centered":
      return undefined;
  }
}

/**
 * Moves a card by an arrow key: to that side of its element, or to that side of the screen. `rtl`: `start` is right.
 *
 * @example
 * movePlace({ ...step, kind: "corner", corner: "top_end" }, "down", false); // …corner: "bottom_end"
 */
export function movePlace(step: Step, to: Direction, rtl: boolean): Step {
  const is_vertical = to === "up" || to === "down";
  const edge: Edge = to === "up" ? "top" : "bottom";
  const side = (to === "left") === rtl ? "end" : "start";
  switch (step.kind) {
    case "anchored":
      return { ...step, placement: is_vertical ? edge : side };
    case "corner":
      return {
        ...step,
        corner: cornerAt(is_vertical ? edge : edgeOf(step.corner), is_vertical ? sideOf(step.corner) : side),
      };
    case "banner":
      return is_vertical ? { ...step, edge } : step;
    case "centered":
      return step;
  }
}

/**
 * Moves a card to where it's dropped: to the side of its element that is nearest to the point, or to that part of the
 * screen.
 *
 * @param around The step's element; the screen for steps without one.
 */
export function dropPlace(step: Step, point: Point, around: Rect, rtl: boolean): Step {
  const x = point.x - around.x - around.width / 2;
  const y = point.y - around.y - around.height / 2;
  const across: Direction = x < 0 ? "left" : "right";
  const along: Direction = y < 0 ? "up" : "down";
  if (step.kind !== "anchored") return movePlace(movePlace(step, across, rtl), along, rtl);
  // How far the point is outside the element.
  const is_across = Math.abs(x) - around.width / 2 > Math.abs(y) - around.height / 2;
  return movePlace(step, is_across ? across : along, rtl);
}

function edgeOf(corner: Corner): Edge {
  return corner.startsWith("top") ? "top" : "bottom";
}

function sideOf(corner: Corner): "start" | "end" {
  return corner.endsWith("start") ? "start" : "end";
}

function cornerAt(edge: Edge, side: "start" | "end"): Corner {
  return `${edge}_${side}`;
}
