import { t } from "../../../lib/i18n/t.ts";
import { Select } from "../../../ui/forms/select.tsx";
import type { PeopleSearch } from "../search.ts";

const OPTIONS = [
  { value: "-last_seen_at", label: t("Most recently seen") },
  { value: "last_seen_at", label: t("Least recently seen") },
  { value: "-first_seen_at", label: t("Newest first") },
  { value: "first_seen_at", label: t("Oldest first") },
  { value: "name", label: t("Name, A to Z") },
  { value: "-name", label: t("Name, Z to A") },
  { value: "email", label: t("Email, A to Z") },
  { value: "-email", label: t("Email, Z to A") },
] as const;

interface SortSelectProps {
  readonly value: PeopleSearch["sort"];
  readonly onChange: (sort: PeopleSearch["sort"]) => void;
}

/** Sort order on screens too narrow for column headers. */
export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <Select label={t("Sort")} value={value} options={OPTIONS} onChange={onChange} className="h-8 w-full text-sm" />
  );
}
