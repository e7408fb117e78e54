import { t } from "../language/t.ts";
import { Select } from "../ui/select.tsx";
import type { PeopleSearch } from "./search.ts";

const OPTIONS = [
  { value: "-last_seen_at", label: t("Seen last") },
  { value: "last_seen_at", label: t("Not seen for longest") },
  { value: "-first_seen_at", label: t("Came last") },
  { value: "first_seen_at", label: t("Came first") },
  { value: "name", label: t("Name, A to Z") },
  { value: "-name", label: t("Name, Z to A") },
  { value: "email", label: t("E-mail, A to Z") },
  { value: "-email", label: t("E-mail, Z to A") },
] as const;

interface SortSelectProps {
  readonly value: PeopleSearch["sort"];
  readonly onChange: (sort: PeopleSearch["sort"]) => void;
}

/** The order of the list where there is no room for headings. */
export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <Select label={t("Sort")} value={value} options={OPTIONS} onChange={onChange} className="h-8 w-full text-sm" />
  );
}
