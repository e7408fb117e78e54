import type { ContentPage, ContentSummary } from "@fanfare/contract/schema/api";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Plus, SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useApp, useMayEdit } from "../doors.ts";
import { type Endless, useEndless } from "../endless.ts";
import { t, tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { useMedia, WIDE } from "../ui/media.ts";
import { PageHeader } from "../ui/page.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useSlow } from "../ui/skeleton.tsx";
import { countWords } from "./bulk.ts";
import { ContentCard, contentColumns, selectableColumns } from "./columns.tsx";
import { FirstContentArt } from "./first-content-art.tsx";
import { type ContentSearch, isFiltered, SORTS } from "./search.ts";
import { SelectionContext, useSelection } from "./selection.tsx";
import { TagFilter } from "./tag-filter.tsx";
import { TypeFilter } from "./type-filter.tsx";

const loadNewContent = () => import("./new-content.tsx");
/** Comes when a press is near: forms and their rules are not needed to read a list. */
const NewContent = lazy(async () => ({ default: (await loadNewContent()).NewContent }));
/** Comes with the first row that somebody chooses. */
const BulkBar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).BulkBar }));
/** A wide list is sorted by its headings. */
const SortSelect = lazy(async () => ({ default: (await import("./sort-select.tsx")).SortSelect }));

const STATUS_OPTIONS = [
  { value: "all", label: t("All") },
  { value: "draft", label: t("Draft") },
  { value: "live", label: t("Live##content") },
  { value: "changed", label: t("Changed") },
  { value: "archived", label: t("Archived") },
] as const;

type ContentAnswer = UseInfiniteQueryResult<InfiniteData<ContentPage>>;

interface ContentListProps {
  readonly query: ContentAnswer;
  readonly search: ContentSearch;
  readonly onAsk: (change: Partial<ContentSearch>) => void;
}

export function ContentList({ query, search, onAsk }: ContentListProps) {
  const app = useApp();
  const may_edit = useMayEdit();
  const wide = useMedia(WIDE);
  const [creating, setCreating] = useState<boolean | undefined>();
  const rows = useEndless(query, ({ id }) => id);
  const selection = useSelection(rows.items);
  const filtered = isFiltered(search);
  const untouched = query.data?.pages[0]?.total === 0 && !filtered;
  useSpokenTotal(query, filtered);

  return (
    <>
      <PageHeader
        title={t("Content")}
        description={t("What {app} says to the people in it.", { app: app.name })}
        actions={may_edit && !untouched && <NewContentButton onClick={() => setCreating(true)} />}
      />
      <div data-tour="content-list" className="flex min-w-0 flex-1 flex-col">
        {selection.chosen.length > 0 ? (
          <Suspense fallback={<div className="h-11 border-b border-line" />}>
            <BulkBar selection={selection} />
          </Suspense>
        ) : untouched ? null : (
          <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) pb-3">
            <SearchInput
              label={t("Search content")}
              placeholder={t("Search by name or slug")}
              value={search.q}
              onSearch={(q) => onAsk({ q })}
              className="w-full sm:w-72"
            />
            <TypeFilter value={search.type} onChange={(type) => onAsk({ type })} />
            <TagFilter value={search.tag} onChange={(tag) => onAsk({ tag })} />
            <Segmented
              label={t("Status")}
              value={search.status}
              options={STATUS_OPTIONS}
              onChange={(status) => onAsk({ status })}
              className="max-sm:w-full"
            />
            {!wide && (
              <Suspense fallback={<div className="h-8 w-full" />}>
                <SortSelect value={search.sort} onChange={(sort) => onAsk({ sort })} />
              </Suspense>
            )}
          </div>
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
    return (
      <ProblemNotice
        problem={asProblem(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined && !slow) return null;
  const { items } = rows;
  const total = query.data?.pages[0]?.total ?? 0;
  if (query.data !== undefined && items.length === 0) {
    return isFiltered(search) ? (
      <NothingFound onClear={() => onAsk({ q: "", type: "all", status: "all", tag: "" })} />
    ) : (
      <NothingYet onNew={onNew} />
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
      art={
        <span className="grid size-11 place-items-center rounded-full bg-fill text-ink-3">
          <SearchX className="size-5" />
        </span>
      }
      title={t("Nothing matches")}
      actions={<Button onClick={onClear}>{t("Clear search and filter")}</Button>}
    >
      {t("No content has these words in its name or slug, is of this type, or is in this state.")}
    </EmptyState>
  );
}

function NothingYet({ onNew }: { readonly onNew: (() => void) | undefined }) {
  return (
    <EmptyState
      art={<FirstContentArt />}
      title={t("Make your first content")}
      actions={onNew !== undefined && <NewContentButton onClick={onNew} />}
    >
      {t(
        "Lead people through your application with a tour, point something out, tell them news, ask them, or celebrate with them. What you publish appears on open pages within seconds.",
      )}
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
