import type {
  TranslatedContent,
  TranslationsPage as TranslationsData,
} from "@fanfare/contract/schema/responses/content/translations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FileDown, FileUp, Languages, Replace, SearchX } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { type InfiniteList, isScrolledFar, useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { translationListQuery } from "../../lib/queries/translations.ts";
import { useSearchChange } from "../../lib/use-search-change.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SearchInput } from "../../ui/forms/search-input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { FilterBar } from "../../ui/page/filter-bar.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { ExportDialog, type LanguageDialogProps } from "./export-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { LanguageCards } from "./language-cards.tsx";
import { isFiltered, type TranslationsSearch, translationsQuery } from "./search.ts";
import { TranslationTable } from "./translation-table.tsx";

const route = getRouteApi("/$app/translations");

const SHOWN = [
  { value: "all", label: t("All") },
  { value: "gaps", label: t("Missing") },
] as const;

export function TranslationsPage() {
  useTitle(t("Translations"));
  const { api } = useAppContext();
  const app = useApp();
  const search = route.useSearch();
  const query = useInfiniteQuery(translationListQuery(api, translationsQuery(search)));
  const contents = useInfiniteList(query, ({ id }) => id);
  const { languages, total } = query.data?.pages[0] ?? { languages: [] };
  const nothing = total === 0 && !isFiltered(search);
  return (
    <>
      <PageHeader
        title={t("Translations")}
        description={t("Translation status of your content, including drafts")}
        actions={
          !nothing && (
            <>
              <Link to="/$app/content/replace" params={{ app: app.id }} className={buttonClass("secondary")}>
                <Replace />
                {t("Find and replace")}
              </Link>
              <FileActions known={languages.map(({ language }) => language)} chosen={search.lang} />
            </>
          )
        }
      />
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) h-60" />}>
        {() =>
          nothing ? (
            <TranslationsEmptyState />
          ) : (
            <ContentTranslations contents={contents} languages={languages} total={total ?? 0} />
          )
        }
      </QueryView>
    </>
  );
}

function FileActions({ known, chosen }: Pick<LanguageDialogProps, "known" | "chosen">) {
  const may_edit = useCan("content.write");
  const [open, setOpen] = useState<"export" | "import">();
  const dialog = { known, chosen, onOpenChange: (next: boolean) => setOpen(next ? open : undefined) };
  return (
    <>
      {may_edit && (
        <Button icon={<FileUp />} onClick={() => setOpen("import")}>
          {t("Import")}
        </Button>
      )}
      <Button icon={<FileDown />} onClick={() => setOpen("export")}>
        {t("Export")}
      </Button>
      <ExportDialog {...dialog} open={open === "export"} />
      <ImportDialog {...dialog} open={open === "import"} />
    </>
  );
}

interface ContentTranslationsProps {
  readonly contents: InfiniteList<TranslatedContent>;
  readonly languages: TranslationsData["languages"];
  readonly total: number;
}

function ContentTranslations({ contents, languages, total }: ContentTranslationsProps) {
  const app = useApp();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changed = useSearchChange(search);
  const setSearch = (change: Partial<TranslationsSearch>): void => {
    void navigate({
      params: { app: app.id },
      search: changed(change),
      replace: change.q !== undefined,
      resetScroll: isScrolledFar(),
    });
  };
  return (
    <>
      {languages.length > 0 ? (
        <LanguageCards languages={languages} chosen={search.lang} onChoose={(lang) => setSearch({ lang })} />
      ) : (
        <div className="px-(--gutter) pb-5">
          <Callout title={t("No translations yet")}>
            {t(
              "Open content and add a language in its Translations tab. Or export all texts, then import the translated file.",
            )}
          </Callout>
        </div>
      )}
      <FilterBar below_header>
        <SearchInput
          label={t("Search content")}
          placeholder={t("Search by name or slug")}
          value={search.q}
          onSearch={(q) => setSearch({ q })}
          className="w-full sm:w-72"
        />
        <Segmented
          label={t("Content")}
          value={search.show}
          options={SHOWN}
          onChange={(show) => setSearch({ show })}
          className="max-sm:w-full"
        />
      </FilterBar>
      {contents.items.length > 0 ? (
        <>
          <div className="flex-1">
            <TranslationTable items={contents.items} total={total} chosen={search.lang} />
          </div>
          <ListEnd of={contents} text={tCount(total, "{n} item", "{n} items")} />
        </>
      ) : (
        <NoResults search={search} onClear={() => setSearch({ q: "", lang: "", show: "all" })} />
      )}
    </>
  );
}

interface NothingProps {
  readonly search: TranslationsSearch;
  readonly onClear: () => void;
}

function NoResults({ search, onClear }: NothingProps) {
  return (
    <EmptyState
      art={<EmptyArt icon={search.show === "gaps" && search.q === "" ? Languages : SearchX} />}
      title={search.show === "gaps" && search.q === "" ? t("No missing translations") : t("No results")}
      actions={<Button onClick={onClear}>{t("Show all content")}</Button>}
    >
      {search.show === "gaps" && search.q === ""
        ? t("All content is translated into your languages.")
        : t("No content matches your search.")}
    </EmptyState>
  );
}

/** Empty state of an app without content, with a link to create some. */
function TranslationsEmptyState() {
  const app = useApp();
  return (
    <EmptyState
      art={<EmptyArt icon={Languages} />}
      title={t("Nothing to translate yet")}
      actions={
        <Link to="/$app/content" params={{ app: app.id }} className={buttonClass("primary")}>
          {t("Create content")}
        </Link>
      }
    >
      {t("After you create content, its missing translations appear here. You can then export texts for translation.")}
    </EmptyState>
  );
}
