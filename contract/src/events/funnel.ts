import type { EventName } from "./events.ts";

/** By what the funnel of a content is parted on the screen. */
export const FUNNEL_DIMENSIONS = ["all", "version", "variant", "locale"] as const;
export type FunnelDimension = (typeof FUNNEL_DIMENSIONS)[number];

/** What an event of a content counts for in its funnel. */
export type FunnelMark =
  | "started"
  | "completed"
  | "dismissed"
  | "suppressed"
  | "part_seen"
  | "part_done"
  | "target_missing"
  | "prepare_failed";

/** A part is a step of a tour, a hint, a panel, a task, or a question. */
const FUNNEL_MARKS: Readonly<Partial<Record<EventName, readonly FunnelMark[]>>> = {
  tour_started: ["started"],
  tour_step_seen: ["part_seen"],
  tour_step_completed: ["part_done"],
  tour_completed: ["completed"],
  tour_dismissed: ["dismissed"],
  tour_suppressed: ["suppressed"],
  step_target_missing: ["target_missing"],
  step_prepare_failed: ["prepare_failed"],
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
  checklist_completed: ["completed"],
  checklist_dismissed: ["dismissed"],
  checklist_suppressed: ["suppressed"],
  survey_started: ["started"],
  survey_question_seen: ["part_seen"],
  survey_answered: ["part_done"],
  survey_completed: ["completed"],
  survey_dismissed: ["dismissed"],
  survey_suppressed: ["suppressed"],
};
const NO_MARKS: readonly FunnelMark[] = [];

/**
 * What an event counts for; nothing where it is not of a content, or a customer's own.
 *
 * @example
 * marksOf("survey_answered"); // ["part_done"]
 */
export function funnelMarks(event: string): readonly FunnelMark[] {
  // A customer's own event may have any name, also one that every object answers to.
  return Object.hasOwn(FUNNEL_MARKS, event) ? (FUNNEL_MARKS[event as EventName] ?? NO_MARKS) : NO_MARKS;
}

/** The events that count for this. */
export function eventsWithMark(mark: FunnelMark): readonly string[] {
  return Object.entries(FUNNEL_MARKS).flatMap(([event, marks]) => (marks.includes(mark) ? [event] : []));
}
