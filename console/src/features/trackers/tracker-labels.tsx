import type { TrackerKind } from "@fanfare/contract/events/tracker";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { Angry, Eye, FileText, MousePointerClick, Send, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { strategySummary } from "../../model/draft/steps.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";

interface KindOption {
  readonly value: TrackerKind;
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
}

export const KIND_OPTIONS: readonly KindOption[] = [
  {
    ...{ value: "click", label: t("Click"), icon: <MousePointerClick /> },
    hint: t("When a person selects the element."),
  },
  { value: "submit", label: t("Form submit"), hint: t("When a person submits the form."), icon: <Send /> },
  {
    ...{ value: "change", label: t("Field change"), icon: <SquarePen /> },
    hint: t("When a person changes the field."),
  },
  {
    ...{ value: "visible", label: t("Element seen"), icon: <Eye /> },
    hint: t("When half of the element is on screen for a while."),
  },
  { value: "page", label: t("Page visit"), hint: t("When a person visits one of the pages."), icon: <FileText /> },
  {
    ...{ value: "rage_click", label: t("Rage click"), icon: <Angry /> },
    hint: t("When a person clicks 3 times in the same place."),
  },
];

export function kindLabel(kind: TrackerKind): string {
  return KIND_OPTIONS.find(({ value }) => value === kind)?.label ?? kind;
}

/** Its element and pages, as far as it's limited to any. */
export function describeRule({ on, urls }: Pick<Tracker, "on" | "urls">): string {
  const target = "target" in on ? on.target?.strategies[0] : undefined;
  const parts = [...(target === undefined ? [] : [strategySummary(target)]), ...urls.include.slice(0, PAGES_SHOWN_MAX)];
  const hidden = urls.include.length - PAGES_SHOWN_MAX;
  if (hidden > 0) parts.push(`+${hidden}`);
  return parts.length === 0 ? t("Anywhere") : parts.join(" · ");
}
const PAGES_SHOWN_MAX = 2;

/** Whether pages have tracked nothing since it was published. An event from code with the same name counts as one. */
export function isSilent({
  status,
  published_at,
  last_seen_at,
}: Pick<Tracker, "status" | "published_at" | "last_seen_at">): boolean {
  return status === "live" && published_at !== null && (last_seen_at === null || last_seen_at < published_at);
}

/**
 * Whether the target of a live tracker may be lost: no event for as long as events are counted. An event from code with
 * the same name counts as one.
 */
export function mayHaveLostTarget(
  { status, on, events, published_at }: Pick<Tracker, "status" | "on" | "events" | "published_at">,
  now_ms: number,
): boolean {
  if (status !== "live" || published_at === null || !("target" in on) || on.target === undefined) return false;
  return events === 0 && now_ms - Date.parse(published_at) >= limits.tracker_events_days * DAY_MS;
}

const STATUS_LABELS: Readonly<Record<Tracker["status"], { readonly tone: Tone; readonly label: string }>> = {
  draft: { tone: "neutral", label: t("Draft") },
  live: { tone: "positive", label: t("Live##content") },
  paused: { tone: "caution", label: t("Paused") },
};

export function TrackerStatus({ of: { status, edited } }: { readonly of: Pick<Tracker, "status" | "edited"> }) {
  const edited_label = status === "paused" ? t("Paused, edited") : t("Live, edited");
  return (
    <Badge tone={edited ? "caution" : STATUS_LABELS[status].tone} dot>
      {edited ? edited_label : STATUS_LABELS[status].label}
    </Badge>
  );
}
