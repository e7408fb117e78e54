import type { Body } from "@fanfare/contract/content/body";
import { partsIn } from "@fanfare/contract/content/parts";
import { editionForArm, variantBodies } from "@fanfare/contract/content/variants";
import type { FunnelBy } from "@fanfare/contract/schema/analytics/funnel";
import type { FunnelPart, FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { PublishedRow } from "../../store/statements/content/published.ts";
import { readEdition } from "./experiment.ts";

type LiveVersion = Pick<PublishedRow, "version_number" | "edition">;

/**
 * Adds the steps of a live tour, tasks of a checklist, and questions of a survey that no one has reached, so that a
 * report shows its worst steps too. They have no events, so they aren't counted.
 */
export function withLiveSteps(
  parts: readonly FunnelPart[],
  by: FunnelBy,
  live: LiveVersion | undefined,
): readonly FunnelPart[] {
  const edition = readEdition(live?.edition);
  if (live === undefined || edition === undefined) return parts;
  const stepsOf = (value: string): readonly string[] => {
    const all = new Set(variantBodies(edition).flatMap(stepIds));
    switch (by) {
      case "all":
      case "locale":
        return [...all];
      case "version":
        return value === String(live.version_number) ? [...all] : [];
      case "variant":
        return stepIds(editionForArm(edition, value).body);
      case "step_id":
        return [];
    }
  };
  return parts.map((part) => {
    const counted = new Set(part.steps.map(({ step_id }) => step_id));
    const missed = stepsOf(part.value).filter((id) => !counted.has(id));
    return missed.length === 0 ? part : { ...part, steps: [...part.steps, ...missed.map(unreachedStep)] };
  });
}

/** Panels of the other types have events only in part. */
function stepIds(body: Body): readonly string[] {
  switch (body.type) {
    case "tour":
    case "checklist":
    case "survey":
      return partsIn(body).map(({ id }) => id);
    case "hint":
    case "announcement":
    case "celebration":
    case "resource_center":
      return [];
  }
}

function unreachedStep(step_id: string): FunnelStep {
  const none = { seen: 0, completed: 0, missing: 0 };
  return { step_id, ...none, people: none, alert: false, near: [] };
}
