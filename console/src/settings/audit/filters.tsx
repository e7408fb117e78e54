import { useQuery } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { useFacet } from "../../facets/use-facet.ts";
import { t } from "../../language/t.ts";
import { Select } from "../../ui/select.tsx";
import type { AuditQuery } from "../calls.ts";
import { settingsQueries } from "../queries.ts";
import type { AuditSearch, AuditSpan } from "./search.ts";
import { AUDIT_RESOURCES, AUDIT_WORDS } from "./words.ts";

const SPANS: readonly { readonly value: AuditSpan; readonly label: string }[] = [
  { value: "all", label: t("Any time") },
  { value: "1", label: t("Last day") },
  { value: "7", label: t("Last 7 days") },
  { value: "30", label: t("Last 30 days") },
  { value: "365", label: t("Last year") },
];
const ALL = "all";
const optionsOf = (all: string, words: Readonly<Record<string, string>>) => [
  { value: ALL, label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];
const ACTIONS = optionsOf(t("Any action"), AUDIT_WORDS);
const RESOURCES = optionsOf(t("Anything"), AUDIT_RESOURCES);

const KEY = ["audit"];
interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** The choices of one filter, with how many entries each leaves under the others. */
function useCounted(options: readonly Option[], by: "member_id" | "action" | "resource_type", filter: AuditQuery) {
  const { [by]: _, ...others } = filter;
  const {
    onOpen,
    choices: { countOf, countOfAll },
  } = useFacet({ key: KEY, list: "audit", query: { by, ...others } });
  const counted = options.map((option) => ({
    ...option,
    count: option.value === ALL ? countOfAll() : countOf(option.value),
  }));
  return { options: counted, onOpen };
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  /** What the list asks the server for. */
  readonly filter: AuditQuery;
  readonly onAsk: (change: Partial<AuditSearch>) => void;
}

/** Who, what, on what and when. */
export function AuditFilters({ search, filter, onAsk }: AuditFiltersProps) {
  const { api } = useDoors();
  const { data } = useQuery(settingsQueries.memberNames(api));
  const members = [
    { value: ALL, label: t("Anybody") },
    ...(data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: name, hint: email })),
  ];
  const who = useCounted(members, "member_id", filter);
  const what = useCounted(ACTIONS, "action", filter);
  const on = useCounted(RESOURCES, "resource_type", filter);
  const chosen = (value: string | undefined, options: readonly { readonly value: string }[]): string =>
    options.find((option) => option.value === value)?.value ?? ALL;
  const narrowed = (value: string): string | undefined => (value === ALL ? undefined : value);
  return (
    <>
      <Select
        label={t("Who")}
        className="h-8 w-full text-sm sm:w-36"
        value={chosen(search.member_id, members)}
        {...who}
        onChange={(value) => onAsk({ member_id: narrowed(value) })}
      />
      <Select
        label={t("Action")}
        className="h-8 w-full text-sm sm:w-44"
        value={chosen(search.action, ACTIONS)}
        {...what}
        onChange={(value) => onAsk({ action: narrowed(value) })}
      />
      <Select
        label={t("On what")}
        className="h-8 w-full text-sm sm:w-36"
        value={chosen(search.resource_type, RESOURCES)}
        {...on}
        onChange={(value) => onAsk({ resource_type: narrowed(value) })}
      />
      <Select
        label={t("When")}
        className="h-8 w-full text-sm sm:w-36"
        value={search.days ?? ALL}
        options={SPANS}
        onChange={(value) => onAsk({ days: value === ALL ? undefined : value })}
      />
    </>
  );
}
