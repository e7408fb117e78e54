import { t } from "../../lib/i18n/t.ts";
import { Select } from "../../ui/forms/select.tsx";
import type { ContentSearch } from "./search.ts";

const OPTIONS = [
  { value: "-updated_at", label: t("Most recently edited") },
  { value: "updated_at", label: t("Least recently edited") },
  { value: "name", label: t("Name, A to Z") },
  { value: "-name", label: t("Name, Z to A") },
] as const;

interface SortSelectProps {
  readonly value: ContentSearch["sort"];
  readonly onChange: (sort: ContentSearch["sort"]) => void;
}

/** Sort order on screens too narrow for column headers. */
export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <Select label={t("Sort")} value={value} options={OPTIONS} onChange={onChange} className="h-8 w-full text-sm" />
  );
}
