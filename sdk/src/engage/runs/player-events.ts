import type { ContentType } from "@fanfare/contract/content/body";
import type { EventName, StartReason } from "@fanfare/contract/events/events";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { RunEvent } from "../../ui/types.ts";

export type ContentEventName = Extract<
  EventName,
  | `${Exclude<ContentType, "celebration">}_${string}`
  | `step_${"target_missing" | "prepare_failed" | "obstructed"}`
  | "experiment_exposed"
>;
export type NamedEvent = readonly [name: ContentEventName, more: Readonly<Record<string, unknown>>];

/** Per content type: names for the first appearance, each step, and a completed step or an opened card. */
const NAMES: Readonly<
  Record<
    Exclude<ContentType, "celebration">,
    {
      readonly started: ContentEventName;
      readonly seen?: ContentEventName;
      readonly done?: ContentEventName;
    }
  >
> = {
  tour: { started: "tour_started", seen: "tour_step_seen", done: "tour_step_completed" },
  hint: { started: "hint_seen", done: "hint_opened" },
  announcement: { started: "announcement_seen", seen: "announcement_panel_seen" },
  checklist: { started: "checklist_started", done: "checklist_task_completed" },
  survey: { started: "survey_started", seen: "survey_question_seen" },
  resource_center: { started: "resource_center_seen", done: "resource_center_opened" },
};

/**
 * Maps a player event to event names (contract/events.ts). `first`: set for the first impression of the run, with the
 * time it took to appear. Celebration results are reported by the celebration's caller.
 */
export function contentEventsFor(
  event: RunEvent,
  { edition }: Pick<Decision, "edition">,
  reason: StartReason,
  first: { readonly wait_ms: number } | undefined,
): readonly NamedEvent[] {
  const { type, suppression } = edition.body;
  if (type === "celebration") return [];
  const { started, seen, done } = NAMES[type];
  const { kind: _, ...more } = event;
  switch (event.kind) {
    case "step_shown": {
      const { step_id, index: step_index } = event;
      // Types without events for steps report their only position.
      const step = seen === undefined ? { step_id } : {};
      const events: NamedEvent[] = first === undefined ? [] : [[started, { start_reason: reason, ...first, ...step }]];
      return seen === undefined ? events : [...events, [seen, { step_id, step_index }]];
    }
    case "step_completed":
    case "opened":
      return done === undefined ? [] : [[done, more]];
    case "step_skipped":
    case "step_restored":
      return [[`checklist_task_${event.kind === "step_skipped" ? "skipped" : "restored"}`, more]];
    case "target_missing":
    case "prepare_failed":
      return [[`step_${event.kind}`, more]];
    case "searched":
      return type === "resource_center" ? [["resource_center_searched", more]] : [];
    case "acted":
      return type === "tour" || type === "survey" ? [] : [[`${type}_acted`, more]];
    case "answered":
      return type === "survey" ? [["survey_answered", more]] : [];
    case "ended": {
      const { reason: end_reason, suppress, snooze, error } = event;
      const end: NamedEvent =
        end_reason === "completed"
          ? [`${type}_completed`, {}]
          : [`${type}_dismissed`, { reason: end_reason, error: error && errorKind(error) }];
      if (suppress) return [end, [`${type}_suppressed`, { days: suppression.days }]];
      return snooze ? [end, [`${type}_snoozed`, {}]] : [end];
    }
  }
}

/** Only the error type: the message may contain page content. */
function errorKind(error: string): string {
  const [kind = ""] = error.split(":");
  return /^[A-Za-z]{1,40}Error$/.test(kind) ? kind : "Error";
}
