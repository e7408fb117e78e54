import type { Edition } from "@fanfare/contract/content/content";
import type { ContentDetail, ContentSummary, VersionSummary } from "@fanfare/contract/schema/responses/content/content";
import { contentStatus, scheduledStart } from "../../../engage/publish/content-status.ts";
import type { ContentVersion } from "../../../engage/publish/versions.ts";
import { fromJson, toIso, toIsoOrNull } from "../../../store/columns.ts";
import type { Millis } from "../../../store/schema/column-types.ts";
import type { ContentDetailRow, ContentListRow } from "../../../store/statements/content/contents.ts";
import type { ReviewerRow } from "../../../store/statements/content/reviews.ts";

export function presentSummary(row: ContentListRow, now_ms: Millis): ContentSummary {
  const { id, type, slug, name, steps, revision, draft_issues, priority } = row;
  const { live_version, published_at, updated_at, updated_by } = row;
  return {
    id,
    type,
    slug,
    name,
    steps,
    ...contentStatus(row, now_ms),
    revision,
    review: row.review_requested_at === null ? null : row.review_approved_at === null ? "in_review" : "approved",
    draft_issues,
    priority: Number(priority),
    live_version,
    published_at: published_at === null ? null : toIso(published_at),
    publishes_at: toIsoOrNull(row.publishes_at),
    publishes_version: row.publishes_version,
    updated_at: toIso(updated_at),
    updated_by,
  };
}

export function presentContent(row: ContentDetailRow, now_ms: Millis): ContentDetail {
  // Cast: the schema validated the draft before it was stored. It may be incomplete; publishing checks all of it.
  const draft = fromJson(row.draft, (value) => value as Edition);
  const { review_requested_at: requested_at, review_requested_by, review_approved_at, review_approved_by } = row;
  const review_request =
    requested_at === null
      ? null
      : {
          ...{ requested_at: toIso(requested_at), requested_by: review_requested_by },
          ...{ approved_at: toIsoOrNull(review_approved_at), approved_by: review_approved_by },
          // Cast: the database wrote these two columns of members.
          reviewers: fromJson(row.reviewers, (value) => value as ReviewerRow[]),
        };
  return { ...presentSummary(row, now_ms), draft, review_request, created_at: toIso(row.created_at) };
}

export function presentVersion(version: ContentVersion, now_ms: Millis): VersionSummary {
  const { id, number, frozen_at, created_by, live_in, paused_in } = version;
  const starts_at = scheduledStart(version, now_ms);
  return { id, number, frozen_at: toIso(frozen_at), created_by, live_in, paused_in, starts_at };
}
