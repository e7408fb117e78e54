import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { BUILT_IN } from "@fanfare/contract/theme/theme";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { useAppliedTheme } from "../../components/preview/use-applied-theme.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { isScrolledFar } from "../../lib/queries/infinite-list.ts";
import { themeQueries } from "../../lib/queries/themes.ts";
import { useSearchChange } from "../../lib/use-search-change.ts";
import { useTitle } from "../../lib/use-title.ts";
import { TEMPLATES } from "../../model/templates/templates.ts";
import { announce } from "../../ui/elements/announcer.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { BACK_LINK } from "../../ui/page/back-link.ts";
import { FilterBar } from "../../ui/page/filter-bar.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { SavedTemplates, useSavedTemplates } from "./saved-templates.tsx";
import { type GoalFilter, TEMPLATE_SEARCH_DEFAULTS, type TemplateSearch } from "./search.ts";
import { Gallery, TemplateCard } from "./template-card.tsx";
import { TemplateDialog } from "./template-dialog.tsx";
import { filterTemplates } from "./template-filter.ts";

const route = getRouteApi("/$app/content/templates");

export function TemplatesPage() {
  useTitle(t("Templates"));
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changed = useSearchChange(search);
  const theme_id = search.theme === "" ? undefined : search.theme;
  const theme = useAppliedTheme(theme_id);
  const shown = filterTemplates(TEMPLATES, search);
  const own = useSavedTemplates(search);
  useAnnouncedCount(shown.length + own.length);
  const setSearch = (change: Partial<TemplateSearch>): void =>
    void navigate({
      params: { app: app.id },
      search: changed(change),
      replace: change.q !== undefined,
      resetScroll: isScrolledFar(),
    });
  return (
    <>
      <PageHeader
        back={
          <Link to="/$app/content" params={{ app: app.id }} className={BACK_LINK}>
            {t("All content")}
          </Link>
        }
        title={t("Templates")}
        description={t("Start from proven content and adapt it.")}
      />
      <Filters search={search} onAsk={setSearch} />
      <SavedTemplates shown={own} theme={theme} theme_id={theme_id} />
      {shown.length === 0 && own.length > 0 ? null : shown.length === 0 ? (
        <EmptyState
          art={<EmptyArt icon={SearchX} />}
          title={t("No results")}
          actions={
            <Button onClick={() => setSearch({ ...TEMPLATE_SEARCH_DEFAULTS, theme: search.theme })}>
              {t("Clear search and filters")}
            </Button>
          }
        >
          {t("No template matches your search and filters.")}
        </EmptyState>
      ) : (
        <div className="py-5">
          <Gallery
            items={shown}
            list={{ "aria-label": t("Templates") }}
            card={(template, onOpen) => <TemplateCard template={template} theme={theme} onOpen={onOpen} />}
            dialog={(template, state) => <TemplateDialog {...{ template, theme, theme_id }} {...state} />}
          />
        </div>
      )}
    </>
  );
}

const GOAL_OPTIONS: readonly { readonly value: GoalFilter; readonly label: string }[] = [
  { value: "all", label: t("All") },
  { value: "onboarding", label: t("Onboarding") },
  { value: "adoption", label: t("Adoption") },
  { value: "feedback", label: t("Feedback") },
  { value: "growth", label: t("Growth") },
  { value: "service", label: t("Service") },
];

const TYPE_OPTIONS = [
  { value: "all" as const, label: t("All types") },
  ...CONTENT_TYPES.map((value) => ({ value, label: TYPE_INFO[value].label })),
];

interface FiltersProps {
  readonly search: TemplateSearch;
  readonly onAsk: (change: Partial<TemplateSearch>) => void;
}

function Filters({ search, onAsk }: FiltersProps) {
  const { api } = useAppContext();
  const { data } = useQuery(themeQueries.all(api));
  const themes = [
    { value: "", label: t("Default theme") },
    { value: BUILT_IN, label: t("Built-in") },
    ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const known = themes.some(({ value }) => value === search.theme);
  return (
    <FilterBar below_header>
      <SearchInput
        label={t("Search templates")}
        placeholder={t("Search by name or use")}
        value={search.q}
        onSearch={(q) => onAsk({ q })}
        className="w-full sm:w-56"
      />
      <Select
        label={t("Type")}
        value={search.type}
        options={TYPE_OPTIONS}
        onChange={(type) => onAsk({ type })}
        className="h-8 w-full text-sm sm:w-36"
      />
      <Segmented
        label={t("Goal")}
        value={search.goal}
        options={GOAL_OPTIONS}
        onChange={(goal) => onAsk({ goal })}
        className="max-sm:w-full"
      />
      <Select
        label={t("Theme")}
        value={known ? search.theme : ""}
        options={themes}
        onChange={(theme) => onAsk({ theme })}
        className="h-8 w-full text-sm sm:w-36 xl:ms-auto"
      />
    </FilterBar>
  );
}

/** Announces the number of results to screen readers after a change. */
function useAnnouncedCount(count: number): void {
  const [before, setBefore] = useState(count);
  useEffect(() => {
    if (before === count) return;
    setBefore(count);
    announce(tCount(count, "{n} result", "{n} results"));
  }, [before, count]);
}
