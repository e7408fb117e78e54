import type { Body } from "@fanfare/contract/content/body";
import { editionForArm, variantBodies } from "@fanfare/contract/content/variants";
import type { FunnelBy } from "@fanfare/contract/schema/analytics/funnel";
import type { FunnelPart, FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { PublishedRow } from "../../store/statements/content/published.ts";
import { readEdition } from "./experiment.ts";

type LiveVersion = Pick<PublishedRow, "version_number" | "edition">;

/**
 * Adds the tasks of a live checklist that no one has completed or skipped, so that a report shows its worst tasks too.
 * They have no events, so they aren't counted.
 */
export function withLiveTasks(
  parts: readonly FunnelPart[],
  by: FunnelBy,
  live: LiveVersion | undefined,
): readonly FunnelPart[] {
  const edition = readEdition(live?.edition);
  if (live === undefined || edition === undefined) return parts;
  const tasksOf = (value: string): readonly string[] => {
    const all = new Set(variantBodies(edition).flatMap(taskIds));
    switch (by) {
      case "all":
      case "locale":
        return [...all];
      case "version":
        return value === String(live.version_number) ? [...all] : [];
      case "variant":
        return taskIds(editionForArm(edition, value).body);
      case "step_id":
        return [];
    }
  };
  return parts.map((part) => {
    const counted = new Set(part.steps.map(({ step_id }) => step_id));
    const missed = tasksOf(part.value).filter((id) => !counted.has(id));
    return missed.length === 0 ? part : { ...part, steps: [...part.steps, ...missed.map(undoneTask)] };
  });
}

function taskIds(body: Body): readonly string[] {
  return body.type === "checklist" ? body.tasks.map(({ id }) => id) : [];
}

function undoneTask(step_id: string): FunnelStep {
  const none = { seen: 0, completed: 0, missing: 0 };
  return { step_id, ...none, people: none, alert: false, near: [] };
}
