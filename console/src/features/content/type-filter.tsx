import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { ChevronDown, Layers } from "lucide-react";
import { REVIEW_LABELS } from "../../components/content/content-status.tsx";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Menu, MenuCheck, MenuChoice, MenuSeparator } from "../../ui/overlay/menu.tsx";
import type { ContentCounts } from "./counts.tsx";
import type { ContentSearch } from "./search.ts";

interface TypeFilterProps {
  readonly search: ContentSearch;
  readonly counts: ContentCounts | undefined;
  readonly onAsk: (change: Partial<ContentSearch>) => void;
}

const OPTIONS = [
  { value: "all" as const, label: t("All types"), icon: <Layers /> },
  ...CONTENT_TYPES.map((value) => ({ value, label: TYPE_INFO[value].label, icon: TYPE_INFO[value].icon })),
];

/** Filters by the state of the draft, whatever is published. */
export const DRAFT_OPTIONS = [
  { value: "incomplete", label: t("Draft incomplete") },
  { value: "in_review", label: REVIEW_LABELS.in_review.label },
  { value: "awaiting_review", label: t("Awaiting your review") },
  { value: "approved", label: REVIEW_LABELS.approved.label },
] as const;

export function TypeFilter({ search, counts, onAsk }: TypeFilterProps) {
  const now = OPTIONS.find((option) => option.value === search.type);
  const options = OPTIONS.map((option) => ({
    ...option,
    count: (option.value === "all" ? counts?.type.countOfAll() : counts?.type.countOf(option.value)) ?? "",
  }));
  const app = useApp();
  const shown = app.review === "off" ? DRAFT_OPTIONS.slice(0, 1) : DRAFT_OPTIONS;
  return (
    <Menu
      align="start"
      trigger={
        <Button
          aria-label={t("Type: {type}", { type: now?.label ?? "" })}
          icon={now?.icon}
          className="max-sm:flex-1 max-sm:justify-start"
        >
          <span className="max-sm:flex-1 max-sm:text-start">{now?.label}</span>
          <ChevronDown className="text-ink-3" />
        </Button>
      }
    >
      <MenuChoice label={t("Type")} value={search.type} options={options} onChange={(type) => onAsk({ type })} />
      <MenuSeparator />
      {shown.map(({ value, label }) => (
        <MenuCheck
          key={value}
          checked={search.status === value}
          onChange={() => onAsk({ status: search.status === value ? "all" : value })}
          count={counts?.status.countOf(value) ?? ""}
        >
          {label}
        </MenuCheck>
      ))}
    </Menu>
  );
}
