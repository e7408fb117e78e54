import { DAY_MS, limits } from "../limits.ts";

/** `all`: every content. `live_updates`: no content, but toasts, banners and confetti of live updates that are not urgent. */
export const SUPPRESSION_SCOPES = ["content", "tag", "all", "live_updates"] as const;
export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number];

export const SUPPRESSION_REASONS = ["do_not_show_again", "snoozed", "admin"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What of a suppression decides: hidden while now < `expires_at_ms`. `target` is a content id, a tag, or "" for the others. */
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

/** Whether this suppression hides this content now. */
export function suppresses(
  { scope, target, expires_at_ms }: SuppressionFact,
  { content_id, tags }: SuppressibleContent,
  now_ms: number,
): boolean {
  if (now_ms >= expires_at_ms) return false;
  return scope === "tag" ? tags.includes(target) : scope === "all" || (scope === "content" && target === content_id);
}

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

/** What suppressions are compared with. */
export interface SuppressibleContent {
  readonly content_id: string;
  readonly tags: readonly string[];
}
