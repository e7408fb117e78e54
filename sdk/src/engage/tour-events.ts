import type { EventName, StartReason } from "@fanfare/contract/events";
import type { Decision } from "@fanfare/contract/schema/v1";
import type { TourEvent } from "../ui/types.ts";

export type TourEventName = Extract<EventName, `tour_${string}` | `step_${string}`>;
export type Told = readonly [name: TourEventName, more: Readonly<Record<string, unknown>>];

/** What the player did, in the vocabulary of events (contract/events.ts). `first`: nothing of this run was seen before. */
export function tourEvents(event: TourEvent, decision: Decision, reason: StartReason, first: boolean): readonly Told[] {
  switch (event.kind) {
    case "step_shown": {
      const { step_id, index: step_index } = event;
      const seen: Told = ["tour_step_seen", { step_id, step_index }];
      return first && reason !== "resume" ? [["tour_started", { start_reason: reason }], seen] : [seen];
    }
    case "step_completed":
      return [["tour_step_completed", { step_id: event.step_id }]];
    case "target_missing":
      return [["step_target_missing", { step_id: event.step_id, tried: event.tried }]];
    case "ended": {
      const { reason: end_reason, suppress, error } = event;
      const end: Told =
        end_reason === "completed" ? ["tour_completed", {}] : ["tour_dismissed", { reason: end_reason, error }];
      const { days } = decision.edition.body.suppression;
      return suppress ? [end, ["tour_suppressed", { days }]] : [end];
    }
  }
}
