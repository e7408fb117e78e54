import { limits } from "@fanfare/contract/limits";
import type { ContentPage } from "@fanfare/contract/schema/api";
import type { UseQueryResult } from "@tanstack/react-query";
import { Plus, SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useApp, useMayEdit } from "../doors.ts";
import { asProblem } from "../queries.ts";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useMedia, WIDE } from "../ui/media.ts";
import { PageHeader } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useSlow } from "../ui/skeleton.tsx";
import { ContentCard, contentColumns } from "./columns.tsx";
import { EmptyArt } from "./empty-art.tsx";
import { type ContentSearch, isFiltered, SORTS } from "./search.ts";

const loadNewTour = () => import("./new-tour.tsx");
/** Comes when a press is near: forms and their rules are not needed to read a list. */
const NewTour = lazy(async () => ({ default: (await loadNewTour()).NewTour }));
/** A wide list is sorted by its headings. */
const SortSelect = lazy(async () => ({ default: (await import("./sort-select.tsx")).SortSelect }));

const STATUS_OPTIONS = [
  { value: "all", label: "All" },
  { value: "draft", label: "Draft" },
  { value: "live", label: "Live" },
  { value: "changed", label: "Changed" },
] as const;

interface ContentListProps {
  readonly query: UseQueryResult<ContentPage>;
  readonly search: ContentSearch;
  readonly onAsk: (change: Partial<Omit<ContentSearch, "after">>) => void;
  readonly page: {
    /** Undefined when nobody knows how many pages came before. */
    readonly index: number | undefined;
    readonly onPrevious: (() => void) | undefined;
    readonly onNext: (() => void) | undefined;
  };
}

export function ContentList({ query, search, onAsk, page }: ContentListProps) {
  const app = useApp();
  const may_edit = useMayEdit();
  const wide = useMedia(WIDE);
  const [creating, setCreating] = useState<boolean | undefined>();
  const filtered = isFiltered(search);
  const untouched = query.data?.total === 0 && !filtered;
  useSpokenTotal(query, filtered);

  return (
    <>
      <PageHeader
        title="Content"
        description={`What ${app.name} says to the people in it.`}
        actions={may_edit && !untouched && <NewTourButton onClick={() => setCreating(true)} />}
      />
      <div data-tour="content-list" className="flex min-w-0 flex-1 flex-col">
        {!untouched && (
          <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) pb-3">
            <SearchInput
              label="Search content"
              placeholder="Search by name or slug"
              value={search.q}
              onSearch={(q) => onAsk({ q })}
              className="w-full sm:w-72"
            />
            <Segmented
              label="Status"
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
        <ListBody
          query={query}
          search={search}
          onAsk={onAsk}
          onNew={may_edit ? () => setCreating(true) : undefined}
          page={page}
        />
      </div>
      {creating !== undefined && (
        <Suspense>
          <NewTour open={creating} onOpenChange={setCreating} />
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
  page,
}: ContentListProps & { readonly onNew: (() => void) | undefined }) {
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
  const { items = [], total = 0 } = query.data ?? {};
  if (query.data !== undefined && items.length === 0) {
    return isFiltered(search) ? (
      <NothingFound onClear={() => onAsk({ q: "", status: "all" })} />
    ) : (
      <NothingYet onNew={onNew} />
    );
  }
  return (
    <>
      <div className="flex-1">
        <DataTable
          caption="Content"
          columns={contentColumns}
          rows={items}
          sort={search.sort}
          onSort={(sort) => {
            const known = SORTS.find((each) => each === sort);
            if (known !== undefined) onAsk({ sort: known });
          }}
          card={(content) => <ContentCard content={content} />}
          state={query.data === undefined ? "loading" : stale ? "refreshing" : "ready"}
        />
      </div>
      {query.data !== undefined && (
        <Pager words={pageWords(items.length, total, page.index)} onPrevious={page.onPrevious} onNext={page.onNext} />
      )}
    </>
  );
}

/** `51–100 of 132`; without a place in the list only what is known. */
function pageWords(shown: number, total: number, index: number | undefined): string {
  const all = total === 1 ? "1 tour" : `${total} tours`;
  if (shown === total) return all;
  if (index === undefined) return `${shown} of ${all}`;
  const first = index * limits.page_size_default + 1;
  return `${first}–${first + shown - 1} of ${all}`;
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      art={
        <span className="grid size-11 place-items-center rounded-full bg-fill text-ink-3">
          <SearchX className="size-5" />
        </span>
      }
      title="Nothing matches"
      actions={<Button onClick={onClear}>Clear search and filter</Button>}
    >
      No content has these words in its name or slug, or is in this state.
    </EmptyState>
  );
}

function NothingYet({ onNew }: { readonly onNew: (() => void) | undefined }) {
  return (
    <EmptyState
      art={<EmptyArt />}
      title="Make your first tour"
      actions={onNew !== undefined && <NewTourButton onClick={onNew} />}
    >
      A tour is a few cards that lead people through your application: write the steps, say what each one points at, and
      publish. It appears on open pages within seconds.
    </EmptyState>
  );
}

function NewTourButton({ onClick }: { readonly onClick: () => void }) {
  const load = () => void loadNewTour();
  return (
    <Button
      look="primary"
      icon={<Plus />}
      data-tour="new-content"
      onPointerEnter={load}
      onFocus={load}
      onClick={onClick}
    >
      New tour
    </Button>
  );
}

/** People who hear the page learn how many rows a search left. */
function useSpokenTotal(query: UseQueryResult<ContentPage>, filtered: boolean): void {
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useEffect(() => {
    if (filtered && total !== undefined) announce(total === 1 ? "1 result." : `${total} results.`);
  }, [total, filtered]);
}
