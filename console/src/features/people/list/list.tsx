import type { PeoplePage, PersonListItem } from "@fanfare/contract/schema/responses/people/person";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Download, FileUp, SearchX } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { SelectionContext, useSelection } from "../../../components/bulk/selection.tsx";
import { useApp, useCan } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { type InfiniteList, useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { formatTotal } from "../../../model/person-labels.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { isFiltered, PEOPLE_SORTS, type PeopleSearch, searchFilter } from "../search.ts";
import { PersonCard, peopleColumns } from "./columns.tsx";
import { PeopleEmptyState } from "./empty-state.tsx";
import { PeopleToolbar } from "./toolbar.tsx";

const loadImport = () => import("../import/dialog.tsx");
const ImportDialog = lazy(async () => ({ default: (await loadImport()).ImportDialog }));
const loadExport = () => import("../export-dialog.tsx");
const ExportDialog = lazy(async () => ({ default: (await loadExport()).ExportDialog }));

/** Loads with the first selected row. */
const BulkBar = lazy(async () => ({ default: (await import("../bulk/people-bulk-bar.tsx")).PeopleBulkBar }));

type PeopleAnswer = UseInfiniteQueryResult<InfiniteData<PeoplePage>>;

interface PeopleListProps {
  readonly query: PeopleAnswer;
  readonly search: PeopleSearch;
  /** False until the attributes have loaded. */
  readonly known: boolean;
  readonly possible: readonly string[];
  readonly columns: readonly string[];
  readonly onAsk: (change: Partial<PeopleSearch>) => void;
}

export function PeopleList(props: PeopleListProps) {
  const { query, search, onAsk } = props;
  const app = useApp();
  const may_export = useCan("export.read");
  const may_edit = useCan("person.write");
  const [importing, setImporting] = useState<boolean | undefined>();
  const [exporting, setExporting] = useState<boolean | undefined>();
  const narrowed = isFiltered(search);
  const first = query.data?.pages[0];
  const is_empty = first?.total === 0 && !narrowed;
  const rows = useInfiniteList(query, ({ id }) => id);
  const selection = useSelection(rows.items, searchFilter(search));
  useAnnouncedTotal(query, narrowed);

  return (
    <>
      <PageHeader
        title={t("People")}
        description={t("Everyone seen in {name}", { name: app.name })}
        actions={
          <>
            {may_edit && (
              <Button
                icon={<FileUp />}
                onPointerEnter={() => void loadImport()}
                onFocus={() => void loadImport()}
                onClick={() => setImporting(true)}
              >
                {t("Import CSV")}
              </Button>
            )}
            {may_export && !is_empty && (
              <Button
                icon={<Download />}
                onPointerEnter={() => void loadExport()}
                onFocus={() => void loadExport()}
                onClick={() => setExporting(true)}
              >
                {t("Export people")}
              </Button>
            )}
          </>
        }
      />
      <div className="flex min-w-0 flex-1 flex-col">
        {selection.selected.length > 0 ? (
          <Suspense fallback={<div className="h-11 border-b border-line" />}>
            <BulkBar selection={selection} />
          </Suspense>
        ) : (
          !is_empty && <PeopleToolbar search={search} possible={props.possible} columns={props.columns} onAsk={onAsk} />
        )}
        <SelectionContext value={may_edit ? selection : undefined}>
          <ListBody {...props} rows={rows} selectable={may_edit} />
        </SelectionContext>
      </div>
      {importing !== undefined && (
        <Suspense>
          <ImportDialog open={importing} onOpenChange={setImporting} />
        </Suspense>
      )}
      {exporting !== undefined && (
        <Suspense>
          <ExportDialog open={exporting} onOpenChange={setExporting} expected={first?.total} search={search} />
        </Suspense>
      )}
    </>
  );
}

interface ListBodyProps extends PeopleListProps {
  readonly rows: InfiniteList<PersonListItem>;
  /** Whether bulk actions are available. */
  readonly selectable: boolean;
}

function ListBody({ query, search, known, columns, onAsk, rows, selectable }: ListBodyProps) {
  const slow = useIsSlow(query.isPending);
  const stale = useIsSlow(query.isPlaceholderData);
  const grouped = rows.items.some(({ groups }) => groups.length > 0);
  const table_columns = useMemo(
    () => peopleColumns({ attributes: columns, selectable, grouped }),
    [columns, selectable, grouped],
  );
  if (query.isError && query.data === undefined) {
    return <QueryProblem of={query} />;
  }
  if (query.data === undefined && !slow) return null;
  // The columns aren't known yet. Skeleton rows avoid a header that shifts.
  if (query.data === undefined && !known) return <Rows />;
  const { items } = rows;
  const first = query.data?.pages[0];
  if (first !== undefined && items.length === 0 && rows.state === "ended") {
    if (!isFiltered(search) && first.total === 0) return <PeopleEmptyState />;
    return <NoResults search={search} onAsk={onAsk} />;
  }
  return (
    <>
      <div className="flex-1">
        <DataTable
          caption={t("People")}
          columns={table_columns}
          rows={items}
          total={rows.state === "ended" ? items.length : isCounted(first, search) ? first.total : -1}
          sort={search.sort}
          onSort={(sort) => {
            const known = PEOPLE_SORTS.find((each) => each === sort);
            if (known !== undefined) onAsk({ sort: known });
          }}
          card={(person) => <PersonCard person={person} />}
          state={query.data === undefined ? "loading" : stale ? "refreshing" : "ready"}
        />
      </div>
      {first !== undefined && <ListEnd of={rows} text={describeShown(items.length, first, search)} />}
    </>
  );
}

function Rows() {
  return (
    <div aria-hidden="true">
      {["w-52", "w-40", "w-60", "w-44", "w-36", "w-48"].map((width) => (
        <div key={width} className="flex h-15 items-center border-b border-line px-(--gutter)">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** Whether the total equals the number of rows: the count is exact, and people without a sort value aren't left out. */
function isCounted(first: PeoplePage | undefined, { q, sort }: PeopleSearch): first is PeoplePage {
  return first?.exact === true && q.trim() === "" && !/name|email/.test(sort);
}

/** `250 of about 1,000,000 people`. Searches show only the best matches. */
function describeShown(shown: number, { total, exact }: PeoplePage, { q, sort }: PeopleSearch): string {
  const all = formatTotal(total, exact);
  if (q.trim() !== "") {
    if (shown >= total) return all;
    return exact
      ? t("Top {n} of {total} matches. Type more to narrow the results.", { n: shown, total })
      : t("Top {n} of more than {total} matches. Type more to narrow the results.", { n: shown, total });
  }
  return shown === total ? all : withSortNote(sort, t("{shown} of {all}", { shown, all }));
}

/** People without the sort value appear on no page. */
function withSortNote(sort: PeopleSearch["sort"], page: string): string {
  if (sort.endsWith("name")) return t("{page} (only people with a name)", { page });
  if (sort.endsWith("email")) return t("{page} (only people with an email address)", { page });
  return page;
}

function NoResults({ search, onAsk }: Pick<PeopleListProps, "search" | "onAsk">) {
  const sorted_away = !isFiltered(search);
  return (
    <EmptyState
      art={<EmptyArt icon={SearchX} />}
      title={sorted_away ? t("No people with this value") : t("No people found")}
      actions={
        <Button onClick={() => onAsk({ q: "", segment: "", identity: "anyhow", sort: "-last_seen_at" })}>
          {sorted_away ? t("Show everyone") : t("Clear search and filters")}
        </Button>
      }
    >
      {sorted_away
        ? t("This sort order lists only people with a name or email address, and there are none yet.")
        : t("No people match your search and filters.")}
    </EmptyState>
  );
}

/** Announces the number of results to screen readers. */
function useAnnouncedTotal({ data, isPlaceholderData }: PeopleAnswer, narrowed: boolean): void {
  const first = data?.pages[0];
  const text = first === undefined || isPlaceholderData ? undefined : formatTotal(first.total, first.exact);
  useEffect(() => {
    if (narrowed && text !== undefined) announce(`${text}.`);
  }, [text, narrowed]);
}
