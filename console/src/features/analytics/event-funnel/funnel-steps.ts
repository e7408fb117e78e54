import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { Goal } from "@fanfare/contract/schema/responses/analytics/goal";
import { t } from "../../../lib/i18n/t.ts";

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
