import { limits } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { t } from "../../../lib/i18n/t.ts";
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

/** The steps, once each of them is complete and no goal is in two. */
export function completeSteps(steps: readonly EventFunnelStep[]): readonly EventFunnelStep[] | undefined {
  const named = steps.map((step) => {
    if (step.kind === "event") return step.name.trim();
    return step.kind === "goal" ? step.goal_id : step.content_id;
  });
  const goals = steps.flatMap((step) => (step.kind === "goal" ? [step.goal_id] : []));
  return named.includes("") || new Set(goals).size < goals.length ? undefined : steps;
}

export const STATE_LABELS = {
  viewed: t("viewed"),
  completed: t("completed"),
  dismissed: t("dismissed"),
} as const;

interface Names {
  readonly contents: ReadonlyMap<string, string>;
  readonly goals: readonly Goal[];
}

export function describeStep(step: EventFunnelStep, { contents, goals }: Names): string {
  switch (step.kind) {
    case "event":
      return step.name;
    case "goal":
      return goals.find(({ id }) => id === step.goal_id)?.name ?? step.goal_id;
    case "content": {
      const name = contents.get(step.content_id) ?? step.content_id;
      return t("{name}: {state}", { name, state: STATE_LABELS[step.state] });
    }
  }
}
