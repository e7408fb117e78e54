import type { Body } from "./body.ts";
import type { Step } from "./tour.ts";

/**
 * Returns the positions of a run, in order: tour steps, announcement panels, checklist tasks, or survey questions.
 * A resource center stays at its first position. Types with a single position keep it from start to end.
 *
 * @example
 * positionsOf({ type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } }); // ["celebration"]
 */
export function positionsOf(body: Body): readonly string[] {
  switch (body.type) {
    case "tour":
      return body.steps.map(({ id }) => id);
    case "hint":
      return [body.panel.id];
    case "announcement":
      return body.panels.map(({ id }) => id);
    case "checklist":
      return [CHECKLIST_POSITION, ...body.tasks.map(({ id }) => id)];
    case "survey":
      return body.questions.map(({ id }) => id);
    case "celebration":
    case "resource_center":
      // Same as the constants below.
      return [body.type];
  }
}

/** Position of a checklist run before any task is done. */
export const CHECKLIST_POSITION = "checklist";
export const CELEBRATION_POSITION = "celebration";
/** Position of a resource center's run. Its entries are in no order. */
export const RESOURCE_CENTER_POSITION = "resource_center";

export function tourSteps(body: Body): readonly Step[] {
  return body.type === "tour" ? body.steps : [];
}
