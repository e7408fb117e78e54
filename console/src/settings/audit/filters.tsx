import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { Select } from "../../ui/select.tsx";
import { settingsQueries } from "../queries.ts";
import type { AuditSearch, AuditSpan } from "./search.ts";
import { AUDIT_RESOURCES, AUDIT_WORDS } from "./words.ts";

const SPANS: readonly { readonly value: AuditSpan; readonly label: string }[] = [
  { value: "all", label: "Any time" },
  { value: "1", label: "Last day" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "365", label: "Last year" },
];
const ALL = "all";
const optionsOf = (all: string, words: Readonly<Record<string, string>>) => [
  { value: ALL, label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];
const ACTIONS = optionsOf("Any action", AUDIT_WORDS);
const RESOURCES = optionsOf("Anything", AUDIT_RESOURCES);

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onAsk: (change: Partial<AuditSearch>) => void;
}

/** Who, what, on what and when. */
export function AuditFilters({ search, onAsk }: AuditFiltersProps) {
  const { api } = useDoors();
  const { data } = useQuery(settingsQueries.members(api, undefined));
  const members = [
    { value: ALL, label: "Anybody" },
    ...(data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: name, hint: email })),
  ];
  const chosen = (value: string | undefined, options: readonly { readonly value: string }[]): string =>
    options.find((option) => option.value === value)?.value ?? ALL;
  const narrowed = (value: string): string | undefined => (value === ALL ? undefined : value);
  return (
    <>
      <Select
        label="Who"
        className="w-36"
        value={chosen(search.member_id, members)}
        options={members}
        onChange={(value) => onAsk({ member_id: narrowed(value) })}
      />
      <Select
        label="Action"
        className="w-44"
        value={chosen(search.action, ACTIONS)}
        options={ACTIONS}
        onChange={(value) => onAsk({ action: narrowed(value) })}
      />
      <Select
        label="On what"
        className="w-36"
        value={chosen(search.resource_type, RESOURCES)}
        options={RESOURCES}
        onChange={(value) => onAsk({ resource_type: narrowed(value) })}
      />
      <Select
        label="When"
        className="w-36"
        value={search.days ?? ALL}
        options={SPANS}
        onChange={(value) => onAsk({ days: value === ALL ? undefined : value })}
      />
    </>
  );
}
