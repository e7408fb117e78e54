import type { ContentPage, ContentSummary } from "@fanfare/contract/schema/api";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Download, Plus, SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { SelectionContext, useSelection } from "../bulk/selection.tsx";
import { useApp, useMayAdminister, useMayEdit } from "../doors.ts";
import { type Endless, useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { PageHeader } from "../ui/page.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { useSlow } from "../ui/skeleton.tsx";
import { ContentCard, contentColumns, selectableColumns } from "./columns.tsx";
import { ContentFilters } from "./filters.tsx";
import { type ContentSearch, filterOf, isFiltered, SORTS } from "./search.ts";
import { countWords } from "./types.tsx";

const loadNewContent = () => import("./new-content.tsx");
/** Comes when a press is near: forms and their rules are not needed to read a list. */
const NewContent = lazy(async () => ({ default: (await loadNewContent()).NewContent }));
/** Comes with the first row that somebody chooses. */
const BulkBar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).ContentBulkBar }));
/** Only where there is nothing yet. */
const NothingYet = lazy(async () => ({ default: (await import("./nothing-yet.tsx")).NothingYet }));
const ContentExport = lazy(() => import("./export-dialog.tsx"));
type ContentAnswer = UseInfiniteQueryResult<InfiniteData<ContentPage>>;

interface ContentListProps {
  readonly query: ContentAnswer;
  readonly search: ContentSearch;
  readonly onAsk: (change: Partial<ContentSearch>) => void;
}

export function ContentList({ query, search, onAsk }: ContentListProps) {
  const app = useApp();
  const may_edit = useMayEdit();
  const [creating, setCreating] = useState<boolean | undefined>();
  const [exporting, setExporting] = useState<boolean | undefined>();
  const may_export = useMayAdminister();
  const rows = useEndless(query, ({ id }) => id);
  const selection = useSelection(rows.items, filterOf(search));
  const filtered = isFiltered(search);
  const untouched = query.data?.pages[0]?.total === 0 && !filtered;
  useSpokenTotal(query, filtered);

  return (
    <>
      <PageHeader
        title={t("Content")}
        description={t("What {app} says to the people in it.", { app: app.name })}
        actions={
          !untouched && (
            <>
              {may_export && (
                <Button icon={<Download />} onClick={() => setExporting(true)}>
                  {t("Export")}
                </Button>
              )}
              {may_edit && <NewContentButton onClick={() => setCreating(true)} />}
            </>
          )
        }
      />
      <div data-tour="content-list" className="flex min-w-0 flex-1 flex-col">
        {selection.chosen.length > 0 ? (
          <Suspense fallback={<div className="h-11 border-b border-line" />}>
            <BulkBar selection={selection} search={search} />
          </Suspense>
        ) : untouched ? null : (
          <ContentFilters search={search} onAsk={onAsk} />
        )}
        <SelectionContext value={may_edit ? selection : undefined}>
          <ListBody
            query={query}
            search={search}
            onAsk={onAsk}
            onNew={may_edit ? () => setCreating(true) : undefined}
            rows={rows}
          />
        </SelectionContext>
      </div>
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
          <NewContent open={creating} onOpenChange={setCreating} />
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
  readonly onNew: (() => void) | undefined;
  readonly rows: Endless<ContentSummary>;
}) {
  const slow = useSlow(query.isPending);
  const stale = useSlow(query.isPlaceholderData);
  if (query.isError && query.data === undefined) {
    return <QueryProblem of={query} />;
  }
  if (query.data === undefined && !slow) return null;
  const { items } = rows;
  const total = query.data?.pages[0]?.total ?? 0;
  if (query.data !== undefined && items.length === 0) {
    return isFiltered(search) ? (
      <NothingFound onClear={() => onAsk({ q: "", type: "all", status: "all", tag: "" })} />
    ) : (
      <Suspense>
        <NothingYet actions={onNew !== undefined && <NewContentButton onClick={onNew} />} />
      </Suspense>
    );
  }
  return (
    <>
      <div className="flex-1">
        <DataTable
          caption={t("Content")}
          columns={onNew === undefined ? contentColumns : selectableColumns}
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
      {query.data !== undefined && <ListEnd of={rows} words={shownWords(items.length, total)} />}
    </>
  );
}

/** `50 of 132 contents`, and how many there are once all are here. */
function shownWords(shown: number, total: number): string {
  const all = countWords(total);
  return shown >= total ? all : t("{shown} of {all}", { shown, all });
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      art={<EmptyArt icon={SearchX} />}
      title={t("Nothing matches")}
      actions={<Button onClick={onClear}>{t("Clear search and filter")}</Button>}
    >
      {t("No content has these words in its name or slug, is of this type, or is in this state.")}
    </EmptyState>
  );
}

function NewContentButton({ onClick }: { readonly onClick: () => void }) {
  const load = () => void loadNewContent();
  return (
    <Button
      look="primary"
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

/** People who hear the page learn how many rows a search left. */
function useSpokenTotal(query: ContentAnswer, filtered: boolean): void {
  const total = query.isPlaceholderData ? undefined : query.data?.pages[0]?.total;
  useEffect(() => {
    if (filtered && total !== undefined) announce(tCount(total, "{n} result.", "{n} results."));
  }, [total, filtered]);
}
