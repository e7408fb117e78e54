import type { Answer } from "../content/survey.ts";

/**
 * Names of the events that the SDK emits and the server counts. Customers' own events (`fanfare.track`) may have any
 * other name.
 */
export const EVENT_NAMES = [
  "tour_started",
  "tour_step_seen",
  "tour_step_completed",
  "tour_completed",
  "tour_dismissed",
  "tour_suppressed",
  "tour_snoozed",
  "step_target_missing",
  "step_prepare_failed",
  "step_obstructed",
  "hint_seen",
  "hint_opened",
  "hint_acted",
  "hint_completed",
  "hint_dismissed",
  "hint_suppressed",
  "hint_snoozed",
  "announcement_seen",
  "announcement_panel_seen",
  "announcement_acted",
  "announcement_completed",
  "announcement_dismissed",
  "announcement_suppressed",
  "announcement_snoozed",
  "checklist_started",
  "checklist_task_completed",
  "checklist_task_skipped",
  "checklist_task_restored",
  "checklist_acted",
  "checklist_completed",
  "checklist_dismissed",
  "checklist_suppressed",
  "checklist_snoozed",
  "survey_started",
  "survey_question_seen",
  "survey_answered",
  "survey_completed",
  "survey_dismissed",
  "survey_suppressed",
  "survey_snoozed",
  "resource_center_seen",
  "resource_center_opened",
  "resource_center_acted",
  "resource_center_searched",
  "resource_center_completed",
  "resource_center_dismissed",
  "resource_center_suppressed",
  "resource_center_snoozed",
  "experiment_exposed",
  "celebration_played",
  "celebration_skipped",
  "live_update_delivered",
  "live_update_seen",
  "live_update_acted",
  "live_update_dismissed",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Why a page isn't known to be ready for a step: the action is unknown, failed, or took too long. */
export const PREPARE_FAILURES = ["unknown", "failed", "late"] as const;
export type PrepareFailure = (typeof PREPARE_FAILURES)[number];

/**
 * What a page does that makes displayed content hard to use: it stops clicks and keys on their way to it, keeps making it
 * inert, or never stops moving the target.
 */
export const PAGE_OBSTRUCTIONS = ["events_stopped", "made_inert", "target_moving"] as const;
export type PageObstruction = (typeof PAGE_OBSTRUCTIONS)[number];

export const START_REASONS = ["rule", "api", "event", "link", "survey_link", "button", "resume", "preview"] as const;
export type StartReason = (typeof START_REASONS)[number];

export const END_REASONS = [
  "completed",
  "close_button",
  "escape",
  "outside_click",
  "do_not_show_again",
  "snoozed",
  "replaced",
  "unpublished",
  "target_missing",
  "navigation",
  "api",
  "error",
] as const;
export type EndReason = (typeof END_REASONS)[number];

export type RunState = "active" | "completed" | "dismissed" | "suppressed" | "failed";

export function endState(reason: EndReason): Exclude<RunState, "active"> {
  switch (reason) {
    case "completed":
      return "completed";
    case "do_not_show_again":
    case "snoozed":
      return "suppressed";
    case "target_missing":
    case "error":
      return "failed";
    case "close_button":
    case "escape":
    case "outside_click":
    case "replaced":
    case "unpublished":
    case "navigation":
    case "api":
      return "dismissed";
  }
}

/** Position of an open run. `seq` increases by 1 with each accepted move, so two tabs can't fork the run. */
export interface OpenRun {
  readonly run_id: string;
  readonly seq: number;
  readonly step_id: string;
  readonly version_id: string;
  /** IDs of a checklist's completed tasks. Absent if there are none. */
  readonly done?: readonly string[] | undefined;
  /** IDs of a checklist's tasks that the person skipped. Absent if there are none. */
  readonly skipped?: readonly string[] | undefined;
  /** A survey's answers so far, by question ID. Absent if there are none. */
  readonly answers?: Readonly<Record<string, Answer>> | undefined;
}
