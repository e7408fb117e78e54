import type { ContentStatus, ContentSummary } from "@fanfare/contract/schema/api";
import { lazy, Suspense } from "react";
import { t } from "../language/t.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

const WORDS: Readonly<Record<ContentStatus, { readonly tone: Tone; readonly label: string }>> = {
  draft: { tone: "neutral", label: t("Draft") },
  live: { tone: "positive", label: t("Live##content") },
  archived: { tone: "neutral", label: t("Archived") },
  changed: { tone: "caution", label: t("Live, changed") },
};

/** Where a content stands in the app that is looked at. */
export function StatusBadge({ status }: { readonly status: ContentStatus }) {
  const { tone, label } = WORDS[status];
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}

/** The rules of contents come when somebody wants to know what lacks. */
const WhatLacks = lazy(() => import("./what-lacks.tsx"));

/** Where it stands, and below it that its draft could not be published as it is, with what lacks. */
export function ContentStanding({ content }: { readonly content: ContentSummary }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <StatusBadge status={content.status} />
      {content.draft_issues > 0 && (
        <Tooltip
          label={
            <Suspense fallback="…">
              <WhatLacks content={content} />
            </Suspense>
          }
        >
          <span className="relative z-1 text-xs text-caution-text">{t("Draft incomplete")}</span>
        </Tooltip>
      )}
    </span>
  );
}
