import type { ContentSummary } from "@fanfare/contract/schema/api";
import { publishedStatus } from "@fanfare/contract/schema/content-status";

/** Published, and not held back. */
export function isGoingOn({ status }: Pick<ContentSummary, "status">): boolean {
  return status === "live" || status === "scheduled" || status === "changed";
}

/** What of a content is another once it is held back, or goes on. */
export function heldBack(
  content: Pick<ContentSummary, "edited" | "starts_at">,
  paused: boolean,
): Pick<ContentSummary, "status"> {
  return { status: paused ? "paused" : publishedStatus(content) };
}
