import type { EventName } from "./events.ts";

export const FUNNEL_DIMENSIONS = ["all", "version", "variant", "locale"] as const;
export type FunnelDimension = (typeof FUNNEL_DIMENSIONS)[number];

export type FunnelMark =
  | "started"
  | "completed"
  | "dismissed"
  | "suppressed"
  | "part_seen"
  | "part_done"
  | "part_skipped"
  | "part_restored"
  | "target_missing"
  | "prepare_failed"
  | "obstructed";

/** How a run ended, by its events. "" while it is open. */
export type FunnelOutcome = "" | "completed" | "dismissed" | "failed";

/** A part is a tour step, hint, panel, task, question, or resource. */
const FUNNEL_MARKS: Readonly<Partial<Record<EventName, readonly FunnelMark[]>>> = {
  tour_started: ["started"],
  tour_step_seen: ["part_seen"],
  tour_step_completed: ["part_done"],
  tour_completed: ["completed"],
  tour_dismissed: ["dismissed"],
  tour_suppressed: ["suppressed"],
  step_target_missing: ["target_missing"],
  step_prepare_failed: ["prepare_failed"],
  step_obstructed: ["obstructed"],
  hint_seen: ["started", "part_seen"],
  hint_opened: ["part_done"],
  hint_completed: ["completed"],
  hint_dismissed: ["dismissed"],
  hint_suppressed: ["suppressed"],
  announcement_seen: ["started"],
  announcement_panel_seen: ["part_seen"],
  announcement_acted: ["part_done"],
  announcement_completed: ["completed"],
  announcement_dismissed: ["dismissed"],
  announcement_suppressed: ["suppressed"],
  checklist_started: ["started"],
  checklist_task_completed: ["part_done"],
  checklist_task_skipped: ["part_skipped"],
  checklist_task_restored: ["part_restored"],
  checklist_completed: ["completed"],
  checklist_dismissed: ["dismissed"],
  checklist_suppressed: ["suppressed"],
  survey_started: ["started"],
  survey_question_seen: ["part_seen"],
  survey_answered: ["part_done"],
  survey_completed: ["completed"],
  survey_dismissed: ["dismissed"],
  survey_suppressed: ["suppressed"],
  resource_center_seen: ["started"],
  resource_center_opened: ["part_done"],
  resource_center_acted: ["part_done"],
  resource_center_dismissed: ["dismissed"],
  resource_center_suppressed: ["suppressed"],
};
const NO_MARKS: readonly FunnelMark[] = [];

/**
 * Funnel marks of an event. Empty for events without content and for customers' own events.
 *
 * @example
 * funnelMarks("survey_answered"); // ["part_done"]
 */
export function funnelMarks(event: string): readonly FunnelMark[] {
  // Customers choose event names freely, including names of inherited object properties.
  return Object.hasOwn(FUNNEL_MARKS, event) ? (FUNNEL_MARKS[event as EventName] ?? NO_MARKS) : NO_MARKS;
}
