import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Columns3, Users } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApp, useDoors } from "../doors.ts";
import { useFacet } from "../facets/use-facet.ts";
import { t } from "../language/t.ts";
import { segmentQueries } from "../segments/queries.ts";
import { Button } from "../ui/button.tsx";
import { Combobox } from "../ui/combobox.tsx";
import { useMedia, WIDE } from "../ui/media.ts";
import { Menu, MenuCheck } from "../ui/menu.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Select } from "../ui/select.tsx";
import { peopleOf } from "./queries.ts";
import { type PeopleSearch, peopleFilter } from "./search.ts";

/** A wide list is sorted by its headings. */
const SortSelect = lazy(async () => ({ default: (await import("./sort-select.tsx")).SortSelect }));

interface PeopleToolbarProps {
  readonly search: PeopleSearch;
  readonly possible: readonly string[];
  readonly columns: readonly string[];
  readonly onAsk: (change: Partial<PeopleSearch>) => void;
}

const IDENTITY_OPTIONS = [
  { value: "anyhow", label: t("Known or not") },
  { value: "verified", label: t("Verified") },
  { value: "unverified", label: t("Identified") },
  { value: "anonymous", label: t("Anonymous") },
] as const;
const EVERYBODY = { id: "", label: t("Everybody") };

/** What narrows the list, and what it shows. */
export function PeopleToolbar({ search, possible, columns, onAsk }: PeopleToolbarProps) {
  const { api } = useDoors();
  const app = useApp();
  const wide = useMedia(WIDE);
  const { identity: _, ...means } = peopleFilter(search);
  const {
    onOpen,
    choices: { countOf, countOfAll },
  } = useFacet({
    ...{ key: peopleOf(app.id).queryKey, list: "people", query: { app_id: app.id, ...means } },
  });
  const identities = IDENTITY_OPTIONS.map((option) => ({
    ...option,
    count: option.value === "anyhow" ? countOfAll() : countOf(option.value),
  }));
  const segments = useQuery(segmentQueries.all(api));
  const choices = [EVERYBODY, ...(segments.data?.items ?? []).map(({ id, name }) => ({ id, label: name }))];
  const chosen = choices.find((each) => each.id === search.segment) ?? null;
  const toggle = (name: string): void => {
    const next = columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name];
    onAsk({ columns: next.join(",") });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) pb-3">
      <SearchInput
        label={t("Search people")}
        placeholder={t("Search by name, e-mail or id")}
        value={search.q}
        onSearch={(q) => onAsk({ q })}
        className="w-full sm:w-72"
      />
      {(choices.length > 1 || search.segment !== "" || segments.isPending) && (
        <Combobox
          label={t("Segment")}
          items={choices}
          value={chosen}
          onChange={({ id }) => onAsk({ segment: id })}
          placeholder={t("Find a segment")}
          empty={t("No segment has this name.")}
          trigger={(props) => (
            <Button
              {...props}
              icon={<Users />}
              aria-label={t("Segment: {name}", { name: chosen?.label ?? t("one that is gone") })}
              className="max-sm:min-w-0 max-sm:flex-1 max-sm:shrink sm:max-w-56"
            >
              <span dir="auto" className="truncate">
                {chosen?.label ?? t("Unknown segment")}
              </span>
              <ChevronDown className="text-ink-3" />
            </Button>
          )}
        />
      )}
      <Select
        label={t("Known as")}
        value={search.identity}
        options={identities}
        onOpen={onOpen}
        onChange={(identity) => onAsk({ identity })}
        className="h-8 text-sm max-sm:min-w-0 max-sm:flex-1 sm:w-40"
      />
      {wide && possible.length > 0 && (
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
      )}
      {!wide && (
        <Suspense fallback={<div className="h-8 w-full" />}>
          <SortSelect value={search.sort} onChange={(sort) => onAsk({ sort })} />
        </Suspense>
      )}
    </div>
  );
}
