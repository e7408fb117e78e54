import type { Body } from "./body.ts";
import type { Step } from "./tour.ts";

/**
 * Where a run can stand, in order: the steps of a tour, the panels of an announcement, the tasks of a checklist, the
 * questions of a survey. What has only one place is there from its start to its end.
 *
 * @example
 * stationsOf({ type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } }); // ["celebration"]
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
      return [CELEBRATION_POSITION];
  }
}

/** Where the run of a checklist stands before any of its tasks is done. */
export const CHECKLIST_POSITION = "checklist";
export const CELEBRATION_POSITION = "celebration";

/** The steps of a tour; none of anything else. */
export function tourSteps(body: Body): readonly Step[] {
  return body.type === "tour" ? body.steps : [];
}
