import { publishedStatus } from "@fanfare/contract/publish/content-status";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";

/** Published and not paused. */
export function isPublished({ status }: Pick<ContentSummary, "status">): boolean {
  return status === "live" || status === "scheduled" || status === "changed";
}

/** Status after pausing or resuming. */
export function isPaused(
  content: Pick<ContentSummary, "edited" | "starts_at">,
  paused: boolean,
): Pick<ContentSummary, "status"> {
  return { status: paused ? "paused" : publishedStatus(content) };
}

/** Whether there are unpublished changes. Publishing also resumes paused content. */
export function isPublishable({ status, edited }: Pick<ContentSummary, "status" | "edited">): boolean {
  return status === "draft" || status === "changed" || (status === "paused" && edited);
}
