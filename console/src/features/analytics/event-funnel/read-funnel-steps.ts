import { limits } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { readOneOf, readText } from "../../../lib/search-params.ts";

const STATES = ["viewed", "completed", "dismissed"] as const;

export const NEW_STEPS: readonly EventFunnelStep[] = [
  { kind: "event", name: "" },
  { kind: "event", name: "" },
];

/** Reads the steps of a URL, whose names and IDs can be "" while they are edited. Unreadable ones are two empty steps. */
export function readFunnelSteps(value: unknown): readonly EventFunnelStep[] {
  if (!Array.isArray(value)) return NEW_STEPS;
  const steps = value.flatMap(readStep);
  // Named one by one, so that the build inlines the numbers instead of the table of all limits.
  return steps.length < limits.event_funnel_steps_min || steps.length > limits.event_funnel_steps_max
    ? NEW_STEPS
    : steps;
}

function readStep(value: unknown): readonly EventFunnelStep[] {
  if (typeof value !== "object" || value === null) return [];
  const step: Readonly<Record<string, unknown>> = { ...value };
  switch (step["kind"]) {
    case "event":
      return [{ kind: "event", name: readText(step, "name", limits.event_name_chars_max) }];
    case "goal":
      return [{ kind: "goal", goal_id: readText(step, "goal_id", limits.id_chars_max) }];
    case "content": {
      const content_id = readText(step, "content_id", limits.id_chars_max);
      return [{ kind: "content", content_id, state: readOneOf(step, "state", STATES) }];
    }
    default:
      return [];
  }
}
