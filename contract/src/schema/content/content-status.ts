import type { ContentStatus, ContentSummary } from "../accounts/sign-in.ts";

/**
 * How a content stands in an app where it is published and not held back.
 *
 * @example
 * publishedStatus({ edited: false, starts_at: null }); // "live"
 */
export function publishedStatus({ edited, starts_at }: Pick<ContentSummary, "edited" | "starts_at">): ContentStatus {
  if (edited) return "changed";
  return starts_at === null ? "live" : "scheduled";
}
