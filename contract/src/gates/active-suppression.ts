import type { PageCandidate, PageFacts } from "./page-gates.ts";
import { type SuppressibleContent, type SuppressionFact, suppresses } from "./suppression.ts";

/** The suppression that hides this content now, the one that ends last when several do. */
export function activeSuppression(
  suppressions: readonly SuppressionFact[],
  content: SuppressibleContent,
  now_ms: number,
): SuppressionFact | undefined {
  return suppressions
    .filter((suppression) => suppresses(suppression, content, now_ms))
    .reduce<SuppressionFact | undefined>(
      (last, each) => (last === undefined || each.expires_at_ms > last.expires_at_ms ? each : last),
      undefined,
    );
}

/** What the person chose that hides this content now: for good under `suppressed`, for a while under `snoozed`. */
export function suppressionForGate(
  gate: "suppressed" | "snoozed",
  { content_id, edition }: PageCandidate,
  { suppressions = [], now_ms = 0 }: PageFacts,
): SuppressionFact | undefined {
  const relevant = suppressions.filter((each) => (each.reason === "snoozed") === (gate === "snoozed"));
  return activeSuppression(relevant, { content_id, tags: edition.tags }, now_ms);
}
