import { DAY_MS, limits } from "../limits.ts";

/** `all`: all content. `live_updates`: no content, but non-urgent toasts, banners, and confetti of live updates. */
export const SUPPRESSION_SCOPES = ["content", "tag", "all", "live_updates"] as const;
export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number];

export const SUPPRESSION_REASONS = ["do_not_show_again", "snoozed", "admin"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/**
 * The part of a suppression that decides. It hides content while now < `expires_at_ms`. `target` is a content ID, a
 * tag, or "" for other scopes.
 */
export interface SuppressionFact {
  readonly scope: SuppressionScope;
  readonly target: string;
  readonly reason: SuppressionReason;
  readonly expires_at_ms: number;
}

/**
 * When a suppression created now ends. Fractional days are rounded up to whole milliseconds. The time is compared,
 * never scheduled: platform timers overflow after 24.8 days.
 *
 * @example
 * suppressionExpiry(Date.UTC(2026, 0, 1)); // 1 January 2027
 */
export function suppressionExpiry(now_ms: number, days: number = limits.suppression_days_default): number {
  return now_ms + Math.ceil(days * DAY_MS);
}

export function suppresses(
  { scope, target, expires_at_ms }: SuppressionFact,
  { content_id, tags }: SuppressibleContent,
  now_ms: number,
): boolean {
  if (now_ms >= expires_at_ms) return false;
  return scope === "tag" ? tags.includes(target) : scope === "all" || (scope === "content" && target === content_id);
}

/** The suppression that hides this content now. If several do, the one that ends last. */
export function activeSuppression(
  suppressions: readonly SuppressionFact[],
  content: SuppressibleContent,
  now_ms: number,
): SuppressionFact | undefined {
  return suppressions
    .filter((suppression) => suppresses(suppression, content, now_ms))
    .toSorted((one, other) => other.expires_at_ms - one.expires_at_ms)[0];
}

export interface SuppressibleContent {
  readonly content_id: string;
  readonly tags: readonly string[];
}
