import type { ContentStatus } from "@fanfare/contract/publish/content-status";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { lazy, Suspense } from "react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";

const STATUS_LABELS: Readonly<Record<ContentStatus, { readonly tone: Tone; readonly label: string }>> = {
  draft: { tone: "neutral", label: t("Draft") },
  scheduled: { tone: "accent", label: t("Scheduled") },
  live: { tone: "positive", label: t("Live##content") },
  archived: { tone: "neutral", label: t("Archived") },
  changed: { tone: "caution", label: t("Live, edited") },
  paused: { tone: "caution", label: t("Paused") },
};

/** Review of the draft in the app. Nothing for published content, or if the app requires none. */
export function ReviewBadge({ of: { review, status, edited } }: { readonly of: ReviewSource }) {
  const app = useApp();
  if (review === null || app.review === "off") return null;
  if (status !== "draft" && !edited) return null;
  const { tone, label } = REVIEW_LABELS[review];
  return <Badge tone={tone}>{label}</Badge>;
}

type ReviewSource = Pick<ContentSummary, "review" | "status" | "edited">;

export const REVIEW_LABELS = {
  in_review: { tone: "accent", label: t("In review") },
  approved: { tone: "positive", label: t("Approved") },
} as const;

type StatusSource = Pick<ContentSummary, "status" | "edited" | "starts_at">;

export function StatusBadge({ of }: { readonly of: StatusSource }) {
  return (
    <Badge tone={STATUS_LABELS[of.status].tone} dot>
      {describeStatus(of)}
    </Badge>
  );
}

function describeStatus({ status, edited, starts_at }: StatusSource): string {
  if (status === "changed" && starts_at !== null) return t("Scheduled, edited");
  return status === "paused" && edited ? t("Paused, edited") : STATUS_LABELS[status].label;
}

/** Loaded on demand, because the validation rules are large. */
const DraftIssues = lazy(() => import("./draft-issues.tsx"));
const StartsAt = lazy(() => import("./starts-at.tsx"));
const PublishesAt = lazy(async () => ({ default: (await import("./starts-at.tsx")).PublishesAt }));

/** Shows the status, when it will change, and the issues that block publishing the draft. */
export function ContentStatusCell({ content }: { readonly content: ContentSummary }) {
  const { status, starts_at, publishes_at, draft_issues, quota_reached } = content;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
      <StatusBadge of={content} />
      <ReviewBadge of={content} />
      {quota_reached && status !== "archived" && <Badge tone="accent">{t("Quota reached")}</Badge>}
      {starts_at !== null && status !== "archived" && status !== "paused" && (
        <Suspense fallback={<span className="text-xs">…</span>}>
          <StartsAt at={starts_at} />
        </Suspense>
      )}
      {publishes_at !== null && (
        <Suspense fallback={<span className="text-xs">…</span>}>
          <PublishesAt at={publishes_at} />
        </Suspense>
      )}
      {draft_issues > 0 && (
        <Tooltip
          label={
            <Suspense fallback="…">
              <DraftIssues content={content} />
            </Suspense>
          }
        >
          <span className="relative z-1 text-xs text-caution-text">{t("Incomplete")}</span>
        </Tooltip>
      )}
    </span>
  );
}
