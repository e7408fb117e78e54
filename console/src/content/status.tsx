import type { ContentStatus } from "@fanfare/contract/schema/api";
import { t } from "../language/t.ts";
import { Badge, type Tone } from "../ui/badge.tsx";

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
