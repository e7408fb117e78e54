import { DAY_MS, limits } from "./limits.ts";

export const SUPPRESSION_SCOPES = ["content", "tag", "all"] as const;
export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number];

export const SUPPRESSION_REASONS = ["do_not_show_again", "snoozed", "admin"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What of a suppression decides: hidden while now < `expires_at_ms`. `target` is a content id, a tag, or "" for all. */
export interface SuppressionFact {
  readonly scope: SuppressionScope;
  readonly target: string;
  readonly reason: SuppressionReason;
  readonly expires_at_ms: number;
}

/**
 * When a suppression made now ends, in whole milliseconds: a part of a day is rounded up. The instant is compared, never scheduled: a timer of the platform overflows after
 * 24.8 days.
 *
 * @example
 * suppressionExpiry(Date.UTC(2026, 0, 1)); // 1 January 2027
 */
export function suppressionExpiry(now_ms: number, days: number = limits.suppression_days_default): number {
  return now_ms + Math.ceil(days * DAY_MS);
}

/** The suppression that hides this content now, the one that ends last when several do. */
export function activeSuppression(
  suppressions: readonly SuppressionFact[],
  content: { readonly content_id: string; readonly tags: readonly string[] },
  now_ms: number,
): SuppressionFact | undefined {
  return suppressions
    .filter((suppression) => now_ms < suppression.expires_at_ms && covers(suppression, content))
    .reduce<SuppressionFact | undefined>(
      (last, each) => (last === undefined || each.expires_at_ms > last.expires_at_ms ? each : last),
      undefined,
    );
}

function covers(
  suppression: SuppressionFact,
  content: { readonly content_id: string; readonly tags: readonly string[] },
): boolean {
  switch (suppression.scope) {
    case "content":
      return suppression.target === content.content_id;
    case "tag":
      return content.tags.includes(suppression.target);
    case "all":
      return true;
  }
}
