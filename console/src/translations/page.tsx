import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FileDown, FileUp, Languages, SearchX } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors, useMayEdit } from "../doors.ts";
import { isFarDown, useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { useTitle } from "../title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { translationsQueryOf } from "./calls.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { LanguageCards } from "./language-cards.tsx";
import { isNarrowed, type TranslationsSearch, translationsQuery } from "./search.ts";
import { TranslationTable } from "./table.tsx";

const route = getRouteApi("/$app/translations");

const SHOWN = [
  { value: "all", label: t("All") },
  { value: "gaps", label: t("With gaps") },
] as const;

/** Which content is there in which language, over all of them; files for who translates. */
export function TranslationsPage() {
  useTitle(t("Translations"));
  const { api } = useDoors();
  const may_edit = useMayEdit();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(translationsQueryOf(api, translationsQuery(search)));
  const contents = useEndless(query, ({ id }) => id);
  const [open, setOpen] = useState<"export" | "import">();
  const ask = (change: Partial<TranslationsSearch>): void => {
    void navigate({ search: { ...search, ...change }, replace: change.q !== undefined, resetScroll: isFarDown() });
  };
  const first = query.data?.pages[0];
  const { languages, total } = first ?? { languages: [], total: 0 };
  const nothing = first?.total === 0 && !isNarrowed(search);
  const tags = languages.map(({ language }) => language);
  const close = (next: boolean): void => setOpen(next ? open : undefined);

  return (
    <>
      <PageHeader
        title={t("Translations")}
        description={t("What people read, in each of their languages. Drafts are counted, archived contents are not.")}
        actions={
          !nothing && (
            <>
              {may_edit && (
                <Button icon={<FileUp />} onClick={() => setOpen("import")}>
                  {t("Import")}
                </Button>
              )}
              <Button icon={<FileDown />} onClick={() => setOpen("export")}>
                {t("Export")}
              </Button>
            </>
          )
        }
      />
      <Loaded query={query} shape={<Skeleton className="mx-(--gutter) h-60" />}>
        {() =>
          nothing ? (
            <NothingYet />
          ) : (
            <>
              {languages.length > 0 && (
                <LanguageCards languages={languages} chosen={search.lang} onChoose={(lang) => ask({ lang })} />
              )}
              {languages.length === 0 && (
                <div className="px-(--gutter) pb-5">
                  <Callout title={t("Nothing is translated yet")}>
                    {t(
                      "Open a content, say under Translations which language it is written in, and add another one. Or export all texts for who translates: the file is taken back under the language that you name.",
                    )}
                  </Callout>
                </div>
              )}
              <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) pb-3">
                <SearchInput
                  label={t("Search content")}
                  placeholder={t("Search by name or slug")}
                  value={search.q}
                  onSearch={(q) => ask({ q })}
                  className="w-full sm:w-72"
                />
                <Segmented
                  label={t("Contents")}
                  value={search.show}
                  options={SHOWN}
                  onChange={(show) => ask({ show })}
                  className="max-sm:w-full"
                />
              </div>
              {contents.items.length > 0 ? (
                <>
                  <div className="flex-1">
                    <TranslationTable items={contents.items} total={total} chosen={search.lang} />
                  </div>
                  <ListEnd of={contents} words={tCount(total, "{n} content", "{n} contents")} />
                </>
              ) : (
                <Nothing search={search} onClear={() => ask({ q: "", lang: "", show: "all" })} />
              )}
            </>
          )
        }
      </Loaded>
      <ExportDialog open={open === "export"} onOpenChange={close} known={tags} chosen={search.lang} />
      <ImportDialog open={open === "import"} onOpenChange={close} known={tags} chosen={search.lang} />
    </>
  );
}

interface NothingProps {
  readonly search: TranslationsSearch;
  readonly onClear: () => void;
}

function Nothing({ search, onClear }: NothingProps) {
  return (
    <EmptyState
      art={<EmptyArt icon={search.show === "gaps" && search.q === "" ? Languages : SearchX} />}
      title={search.show === "gaps" && search.q === "" ? t("Nothing is missing") : t("Nothing matches")}
      actions={<Button onClick={onClear}>{t("Show all contents")}</Button>}
    >
      {search.show === "gaps" && search.q === ""
        ? t("Every text of every content is there in the languages that you use.")
        : t("No content has these words in its name or slug.")}
    </EmptyState>
  );
}

/** Where there is no content at all: what this page is for, and the way to the first one. */
function NothingYet() {
  const app = useApp();
  return (
    <EmptyState
      art={<EmptyArt icon={Languages} />}
      title={t("There is nothing to translate yet")}
      actions={
        <Link to="/$app/content" params={{ app: app.id }} className={buttonClass("primary")}>
          {t("Make something")}
        </Link>
      }
    >
      {t(
        "Make a content first. Its texts appear here: you see what each language lacks, give a file to who translates, and take it back text by text.",
      )}
    </EmptyState>
  );
}
