import type { ContentPage, ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, FileInput, LayoutTemplate, Plus, SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { SelectionContext, useSelection } from "../../components/bulk/selection.tsx";
import { formatContentCount } from "../../components/content/content-types.tsx";
import { useApp, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { type InfiniteList, useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { useMedia } from "../../lib/use-media.ts";
import { announce } from "../../ui/elements/announcer.tsx";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { ContentCard, contentColumns } from "./columns.tsx";
import { ContentFilters } from "./filters.tsx";
import { NO_RESULTS, ResultsContext } from "./result-cells.tsx";
import { type RowRequest, RowRequestContext } from "./row-request.ts";
import { type ContentSearch, isFiltered, SORTS, searchFilter } from "./search.ts";

const loadCreateContent = () => import("../../components/content/create-content-dialog.tsx");
/** Preloads on intent, because the forms and validation rules are large. */
const CreateContentDialog = lazy(async () => ({ default: (await loadCreateContent()).CreateContentDialog }));
/** Loads with the first selected row. */
const BulkBar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).ContentBulkBar }));
/** Loads with the first action of a row's menu. */
const RowAction = lazy(async () => ({ default: (await import("./row-action.ts")).RowAction }));
/** Loads only if the app has no content. */
const ContentEmptyState = lazy(async () => ({ default: (await import("./empty-state.tsx")).ContentEmptyState }));
/** Not needed on narrow screens, or for members who may not see reports. */
const Results = lazy(() => import("./results.tsx"));
const ContentExport = lazy(() => import("./export-dialog.tsx"));
/** The `xl` breakpoint of styles.css, from which results are shown. */
const RESULTS_WIDE = "(min-width: 80rem)";
type ContentAnswer = UseInfiniteQueryResult<InfiniteData<ContentPage>>;

interface ContentListProps {
  readonly query: ContentAnswer;
  readonly search: ContentSearch;
  readonly onAsk: (change: Partial<ContentSearch>) => void;
}

export function ContentList({ query, search, onAsk }: ContentListProps) {
  const app = useApp();
  const may_edit = useCan("content.write");
  const [creating, setCreating] = useState<boolean | undefined>();
  const [importing, setImporting] = useState(false);
  const create = (is_import: boolean): void => {
    setImporting(is_import);
    setCreating(true);
  };
  const [exporting, setExporting] = useState<boolean | undefined>();
  const [request, setRequest] = useState<RowRequest>();
  const may_export = useCan("export.read");
  const rows = useInfiniteList(query, ({ id }) => id);
  const selection = useSelection(rows.items, searchFilter(search));
  const filtered = isFiltered(search);
  const untouched = query.data?.pages[0]?.total === 0 && !filtered;
  useAnnouncedTotal(query, filtered);

  return (
    <>
      <PageHeader
        title={t("Content")}
        description={t("Tours, announcements, and other content in {app}", { app: app.name })}
        actions={
          !untouched && (
            <>
              {may_export && (
                <Button icon={<Download />} onClick={() => setExporting(true)}>
                  {t("Export")}
                </Button>
              )}
              {may_edit && <TemplatesLink />}
              {may_edit && <CreateContentButton onClick={() => create(false)} />}
            </>
          )
        }
      />
      <div data-tour="content-list" className="flex min-w-0 flex-1 flex-col">
        {selection.selected.length > 0 ? (
          <Suspense fallback={<div className="h-11 border-b border-line" />}>
            <BulkBar selection={selection} search={search} />
          </Suspense>
        ) : untouched ? null : (
          <ContentFilters search={search} onAsk={onAsk} />
        )}
        <SelectionContext value={may_edit ? selection : undefined}>
          <RowRequestContext value={setRequest}>
            <ListBody query={query} search={search} onAsk={onAsk} onNew={may_edit ? create : undefined} rows={rows} />
          </RowRequestContext>
        </SelectionContext>
      </div>
      {request !== undefined && (
        <Suspense>
          <RowAction request={request} search={search} />
        </Suspense>
      )}
      {exporting !== undefined && (
        <Suspense>
          <ContentExport
            open={exporting}
            onOpenChange={setExporting}
            search={search}
            expected={query.data?.pages[0]?.total}
          />
        </Suspense>
      )}
      {creating !== undefined && (
        <Suspense>
          <CreateContentDialog
            key={String(importing)}
            open={creating}
            onOpenChange={setCreating}
            is_import={importing}
          />
        </Suspense>
      )}
    </>
  );
}

function ListBody({
  query,
  search,
  onAsk,
  onNew,
  rows,
}: ContentListProps & {
  readonly onNew: ((is_import: boolean) => void) | undefined;
  readonly rows: InfiniteList<ContentSummary>;
}) {
  const with_results = useCan("analytics.read");
  const wide = useMedia(RESULTS_WIDE);
  const [results, setResults] = useState(NO_RESULTS);
  const editable = onNew !== undefined;
  const columns = useMemo(() => contentColumns({ editable, with_results }), [editable, with_results]);
  const slow = useIsSlow(query.isPending);
  const stale = useIsSlow(query.isPlaceholderData);
  if (query.isError && query.data === undefined) {
    return <QueryProblem of={query} />;
  }
  if (query.data === undefined && !slow) return null;
  const { items } = rows;
  const total = query.data?.pages[0]?.total ?? 0;
  if (query.data !== undefined && items.length === 0) {
    return isFiltered(search) ? (
      <NoResults onClear={() => onAsk({ q: "", type: "all", status: "all", tag: "" })} />
    ) : (
      <Suspense>
        <ContentEmptyState
          actions={
            onNew !== undefined && (
              <>
                <CreateContentButton onClick={() => onNew(false)} />
                <TemplatesLink />
                <Button icon={<FileInput />} onClick={() => onNew(true)}>
                  {t("Import from another tool")}
                </Button>
              </>
            )
          }
        />
      </Suspense>
    );
  }
  return (
    <ResultsContext value={results}>
      {with_results && wide && (
        <Suspense>
          <Results rows={items} onResults={setResults} />
        </Suspense>
      )}
      <div className="flex-1">
        <DataTable
          caption={t("Content")}
          columns={columns}
          rows={items}
          total={total}
          sort={search.sort}
          onSort={(sort) => {
            const known = SORTS.find((each) => each === sort);
            if (known !== undefined) onAsk({ sort: known });
          }}
          card={(content) => <ContentCard content={content} />}
          state={query.data === undefined ? "loading" : stale ? "refreshing" : "ready"}
        />
      </div>
      {query.data !== undefined && <ListEnd of={rows} text={describeShown(items.length, total)} />}
    </ResultsContext>
  );
}

/** `50 of 132 items`, or just the total if all are loaded. */
function describeShown(shown: number, total: number): string {
  const all = formatContentCount(total);
  return shown >= total ? all : t("{shown} of {all}", { shown, all });
}

function NoResults({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      art={<EmptyArt icon={SearchX} />}
      title={t("No results")}
      actions={<Button onClick={onClear}>{t("Clear search and filters")}</Button>}
    >
      {t("No content matches your search and filters.")}
    </EmptyState>
  );
}

function TemplatesLink() {
  const app = useApp();
  return (
    <Link to="/$app/content/templates" params={{ app: app.id }} className={buttonClass("secondary")}>
      <LayoutTemplate />
      {t("Templates")}
    </Link>
  );
}

function CreateContentButton({ onClick }: { readonly onClick: () => void }) {
  const load = () => void loadCreateContent();
  return (
    <Button
      variant="primary"
      icon={<Plus />}
      data-tour="new-content"
      onPointerEnter={load}
      onFocus={load}
      onClick={onClick}
    >
      {t("New content")}
    </Button>
  );
}

/** Announces the number of results to screen readers. */
function useAnnouncedTotal(query: ContentAnswer, filtered: boolean): void {
  const total = query.isPlaceholderData ? undefined : query.data?.pages[0]?.total;
  useEffect(() => {
    if (filtered && total !== undefined) announce(tCount(total, "{n} result", "{n} results"));
  }, [total, filtered]);
}
