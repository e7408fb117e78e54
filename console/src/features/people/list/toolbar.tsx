import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Columns3, Users } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { peopleQueryFilter } from "../../../lib/queries/people.ts";
import { segmentQueries } from "../../../lib/queries/segments.ts";
import { useFacet } from "../../../lib/use-facet.ts";
import { useMedia, WIDE } from "../../../lib/use-media.ts";
import { Combobox } from "../../../ui/combobox/combobox.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { SearchInput } from "../../../ui/forms/search-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Menu, MenuCheck } from "../../../ui/overlay/menu.tsx";
import { FilterBar } from "../../../ui/page/filter-bar.tsx";
import { type PeopleSearch, toPeopleFilter } from "../search.ts";

/** Not needed in wide lists, which sort by their headers. */
const SortSelect = lazy(async () => ({ default: (await import("./sort-select.tsx")).SortSelect }));

interface PeopleToolbarProps {
  readonly search: PeopleSearch;
  readonly possible: readonly string[];
  readonly columns: readonly string[];
  readonly onAsk: (change: Partial<PeopleSearch>) => void;
}

const IDENTITY_OPTIONS = [
  { value: "anyhow", label: t("Any identity") },
  { value: "verified", label: t("Verified") },
  { value: "unverified", label: t("Identified") },
  { value: "anonymous", label: t("Anonymous") },
] as const;
const EVERYONE = { id: "", label: t("Everyone") };

export function PeopleToolbar({ search, possible, columns, onAsk }: PeopleToolbarProps) {
  const app = useApp();
  const wide = useMedia(WIDE);
  const { identity: _, ...means } = toPeopleFilter(search);
  const {
    onOpen,
    choices: { countOf, countOfAll },
  } = useFacet({
    ...{ key: peopleQueryFilter(app.id).queryKey, list: "people", query: { app_id: app.id, ...means } },
  });
  const identities = IDENTITY_OPTIONS.map((option) => ({
    ...option,
    count: option.value === "anyhow" ? countOfAll() : countOf(option.value),
  }));
  return (
    <FilterBar below_header>
      <SearchInput
        label={t("Search people")}
        placeholder={t("Search by name, email, or ID")}
        value={search.q}
        onSearch={(q) => onAsk({ q })}
        className="w-full sm:w-72"
      />
      <SegmentFilter value={search.segment} onChange={(segment) => onAsk({ segment })} />
      <Select
        label={t("Identity")}
        value={search.identity}
        options={identities}
        onOpen={onOpen}
        onChange={(identity) => onAsk({ identity })}
        className="h-8 text-sm max-sm:min-w-0 max-sm:flex-1 sm:w-40"
      />
      {wide && possible.length > 0 && (
        <ColumnMenu possible={possible} columns={columns} onChange={(names) => onAsk({ columns: names.join(",") })} />
      )}
      {!wide && (
        <Suspense fallback={<div className="h-8 w-full" />}>
          <SortSelect value={search.sort} onChange={(sort) => onAsk({ sort })} />
        </Suspense>
      )}
    </FilterBar>
  );
}

interface SegmentFilterProps {
  /** Id of a segment; "" is everyone. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function SegmentFilter({ value, onChange }: SegmentFilterProps) {
  const { api } = useAppContext();
  const segments = useQuery(segmentQueries.all(api));
  const choices = [EVERYONE, ...(segments.data?.items ?? []).map(({ id, name }) => ({ id, label: name }))];
  const chosen = choices.find((each) => each.id === value) ?? null;
  if (choices.length === 1 && value === "" && !segments.isPending) return null;
  return (
    <Combobox
      label={t("Segment")}
      items={choices}
      value={chosen}
      onChange={({ id }) => onChange(id)}
      placeholder={t("Search segments")}
      trigger={(props) => (
        <Button
          {...props}
          icon={<Users />}
          aria-label={t("Segment: {name}", { name: chosen?.label ?? t("deleted") })}
          className="max-sm:min-w-0 max-sm:flex-1 max-sm:shrink sm:max-w-56"
        >
          <span dir="auto" className="truncate">
            {chosen?.label ?? t("Unknown segment")}
          </span>
          <ChevronDown className="text-ink-3" />
        </Button>
      )}
    />
  );
}

interface ColumnMenuProps {
  readonly possible: readonly string[];
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

function ColumnMenu({ possible, columns, onChange }: ColumnMenuProps) {
  const toggle = (name: string): void =>
    onChange(columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]);
  return (
    <Menu
      align="start"
      trigger={<Button icon={<Columns3 />}>{t("Columns")}</Button>}
      className="max-h-80 overflow-y-auto"
    >
      {possible.map((name) => (
        <MenuCheck
          key={name}
          checked={columns.includes(name)}
          disabled={!columns.includes(name) && columns.length >= limits.people_columns_max}
          onChange={() => toggle(name)}
        >
          <span dir="auto">{name}</span>
        </MenuCheck>
      ))}
    </Menu>
  );
}
