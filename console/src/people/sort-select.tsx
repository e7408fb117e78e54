import { Select } from "../ui/select.tsx";
import type { PeopleSearch } from "./search.ts";

const OPTIONS = [
  { value: "-last_seen_at", label: "Seen last" },
  { value: "last_seen_at", label: "Not seen for longest" },
  { value: "-first_seen_at", label: "Came last" },
  { value: "first_seen_at", label: "Came first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "email", label: "E-mail, A to Z" },
  { value: "-email", label: "E-mail, Z to A" },
] as const;

interface SortSelectProps {
  readonly value: PeopleSearch["sort"];
  readonly onChange: (sort: PeopleSearch["sort"]) => void;
}

/** The order of the list where there is no room for headings. */
export function SortSelect({ value, onChange }: SortSelectProps) {
  return <Select label="Sort" value={value} options={OPTIONS} onChange={onChange} className="h-8 w-full text-sm" />;
}
