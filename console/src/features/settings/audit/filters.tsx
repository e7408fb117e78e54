import { useQuery } from "@tanstack/react-query";
import { ACTION_LABELS, RESOURCE_LABELS } from "../../../components/audit/labels.ts";
import type { ApiQuery } from "../../../lib/api/api.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useFacet } from "../../../lib/use-facet.ts";
import { Select } from "../../../ui/forms/select.tsx";
import type { AuditSearch, AuditSpan } from "./search.ts";

const SPANS: readonly { readonly value: AuditSpan; readonly label: string }[] = [
  { value: "all", label: t("Any time") },
  { value: "1", label: t("Last day") },
  { value: "7", label: t("Last 7 days") },
  { value: "30", label: t("Last 30 days") },
  { value: "365", label: t("Last 365 days") },
];
const ALL = "all";
const toOptions = (all: string, labels: Readonly<Record<string, string>>) => [
  { value: ALL, label: all },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];
const ACTIONS = toOptions(t("Any action"), ACTION_LABELS);
const RESOURCES = toOptions(t("Any type"), RESOURCE_LABELS);

const KEY = ["audit"];
interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Options of one filter, with the number of entries under the other filters. */
function useCounted(
  options: readonly Option[],
  by: "member_id" | "action" | "resource_type",
  filter: ApiQuery<"GET /api/audit">,
) {
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
  readonly filter: ApiQuery<"GET /api/audit">;
  readonly onAsk: (change: Partial<AuditSearch>) => void;
}

export function AuditFilters({ search, filter, onAsk }: AuditFiltersProps) {
  const { api } = useAppContext();
  const { data } = useQuery(settingsQueries.memberNames(api));
  const members = [
    { value: ALL, label: t("Any member") },
    ...(data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: name, hint: email })),
  ];
  const actor = useCounted(members, "member_id", filter);
  const what = useCounted(ACTIONS, "action", filter);
  const on = useCounted(RESOURCES, "resource_type", filter);
  const chosen = (value: string | undefined, options: readonly { readonly value: string }[]): string =>
    options.find((option) => option.value === value)?.value ?? ALL;
  const narrowed = (value: string): string | undefined => (value === ALL ? undefined : value);
  return (
    <>
      <Select
        label={t("Member")}
        className="h-8 w-full text-sm sm:w-36"
        value={chosen(search.member_id, members)}
        {...actor}
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
        label={t("Type")}
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
