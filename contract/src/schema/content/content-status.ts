import type { ContentStatus } from "../accounts/sign-in.ts";
import type { ContentSummary } from "../responses/content/content.ts";

/**
 * Status of content that is published in an app and not paused.
 *
 * @example
 * publishedStatus({ edited: false, starts_at: null }); // "live"
 */
export function publishedStatus({ edited, starts_at }: Pick<ContentSummary, "edited" | "starts_at">): ContentStatus {
  if (edited) return "changed";
  return starts_at === null ? "live" : "scheduled";
}
