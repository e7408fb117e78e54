import { X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { useMedia, WIDE } from "../../lib/use-media.ts";
import { Button } from "../../ui/elements/button.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { FilterBar } from "../../ui/page/filter-bar.tsx";
import type { ContentCounts } from "./counts.tsx";
import type { ContentSearch } from "./search.ts";
import { TagFilter } from "./tag-filter.tsx";
import { DRAFT_OPTIONS, TypeFilter } from "./type-filter.tsx";

/** Loads when the pointer or focus is near the filters. */
const Counting = lazy(() => import("./counts.tsx"));
/** Not needed in wide lists, which sort by their headers. */
const SortSelect = lazy(async () => ({ default: (await import("./sort-select.tsx")).SortSelect }));

const STATUS_OPTIONS: readonly { readonly value: ContentSearch["status"]; readonly label: string }[] = [
  { value: "all", label: t("All") },
  { value: "draft", label: t("Draft") },
  { value: "scheduled", label: t("Scheduled") },
  { value: "live", label: t("Live##content") },
  { value: "changed", label: t("Edited##status") },
  { value: "paused", label: t("Paused") },
  { value: "archived", label: t("Archived") },
];
/** Statuses that "all" includes. */
const NOT_ARCHIVED = ["draft", "scheduled", "live", "changed", "paused"];

interface ContentFiltersProps {
  readonly search: ContentSearch;
  readonly onAsk: (change: Partial<ContentSearch>) => void;
}

/** Filters of the list. Shows a count per option once the pointer or focus is near. */
export function ContentFilters({ search, onAsk }: ContentFiltersProps) {
  const wide = useMedia(WIDE);
  const draft_option = DRAFT_OPTIONS.find(({ value }) => value === search.status);
  const [near, setNear] = useState(false);
  const [counts, setCounts] = useState<ContentCounts>();
  return (
    <>
      <FilterBar below_header onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
        <SearchInput
          label={t("Search content")}
          placeholder={t("Search by name or slug")}
          value={search.q}
          onSearch={(q) => onAsk({ q })}
          className="w-full sm:w-72"
        />
        <TypeFilter search={search} counts={counts} onAsk={onAsk} />
        <TagFilter value={search.tag} counts={counts} onChange={(tag) => onAsk({ tag })} />
        <Segmented
          label={t("Status")}
          value={search.status}
          options={STATUS_OPTIONS.map((option) => ({
            ...option,
            count:
              (option.value === "all"
                ? counts?.status.countOfAll(NOT_ARCHIVED)
                : counts?.status.countOf(option.value)) ?? "",
          }))}
          onChange={(status) => onAsk({ status })}
          className="max-sm:w-full max-sm:overflow-x-auto max-sm:*:flex-none"
        />
        {draft_option !== undefined && (
          <Button variant="chosen" onClick={() => onAsk({ status: "all" })}>
            {draft_option.label}
            <X />
          </Button>
        )}
        {!wide && (
          <Suspense fallback={<div className="h-8 w-full" />}>
            <SortSelect value={search.sort} onChange={(sort) => onAsk({ sort })} />
          </Suspense>
        )}
      </FilterBar>
      {near && (
        <Suspense>
          <Counting search={search} onCounts={setCounts} />
        </Suspense>
      )}
    </>
  );
}
