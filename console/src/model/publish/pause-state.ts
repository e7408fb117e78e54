import type { ContentSummary } from "@fanfare/contract/schema/accounts/sign-in";
import { publishedStatus } from "@fanfare/contract/schema/content/content-status";

/** Published, and not held back. */
export function isPublished({ status }: Pick<ContentSummary, "status">): boolean {
  return status === "live" || status === "scheduled" || status === "changed";
}

/** What of a content is another once it is held back, or goes on. */
export function isPaused(
  content: Pick<ContentSummary, "edited" | "starts_at">,
  paused: boolean,
): Pick<ContentSummary, "status"> {
  return { status: paused ? "paused" : publishedStatus(content) };
}

/** Something of it is written that nobody meets yet. Publishing it also ends that it is held back. */
export function isPublishable({ status, edited }: Pick<ContentSummary, "status" | "edited">): boolean {
  return status === "draft" || status === "changed" || (status === "paused" && edited);
}
