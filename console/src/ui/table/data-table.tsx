import {
  type ColumnDef,
  createColumnHelper,
  FlexRender,
  type Header,
  metaHelper,
  type OnChangeFn,
  type Row,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Fragment, type ReactNode, type RefCallback } from "react";
import { useMedia, WIDE } from "../../lib/use-media.ts";
import { cx } from "../cx.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import { LongList, LongListItem } from "./long-list.tsx";
import { useVirtualRows } from "./virtual-rows.ts";

interface Meta {
  /** Classes of the column's cells: width, alignment, and breakpoint. */
  readonly className?: string;
}

const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<Meta>() });

interface RowWithId {
  readonly id: string;
}

/** Creates columns of a {@link DataTable}, typed by its rows. */
export function columnHelper<Row extends RowWithId>() {
  return createColumnHelper<typeof features, Row>();
}

interface DataTableProps<Row extends RowWithId> {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly ColumnDef<typeof features, Row, unknown>[];
  readonly rows: readonly Row[];
  /** Number of rows including unloaded ones. -1 if unknown. Defaults to the loaded rows. */
  readonly total?: number;
  /** Column ID, prefixed with a dash for descending order: `-updated_at`. The server sorts. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Row layout on narrow screens. */
  readonly card: (row: Row) => ReactNode;
  /** `loading` shows a skeleton, `refreshing` keeps the current rows. */
  readonly state: "loading" | "refreshing" | "ready";
}

const NO_ROWS: readonly never[] = [];
/** Marks rows with a selected checkbox. */
const SELECTED = "has-[[data-row-box]:checked]:bg-accent-soft/60 has-[[data-row-box]:checked]:hover:bg-accent-soft";
const ROW_PX = 60;
const CARD_PX = 104;

/**
 * Table of rows that the server sorts and searches. Long tables are virtualized. Place a `ListEnd` below to load more.
 */
export function DataTable<Row extends RowWithId>(props: DataTableProps<Row>) {
  return useMedia(WIDE) ? <Table {...props} /> : <Cards {...props} />;
}

function Table<Row extends RowWithId>(props: DataTableProps<Row>) {
  const { columns, rows, total = rows.length, sort, onSort, state, caption } = props;
  const sorting: SortingState = [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }];
  const onSortingChange: OnChangeFn<SortingState> = (updater) => {
    const next = (typeof updater === "function" ? updater(sorting) : updater)[0];
    if (next !== undefined) onSort(next.desc ? `-${next.id}` : next.id);
  };
  const table = useTable({
    features,
    columns,
    data: state === "loading" ? NO_ROWS : rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange,
  });

  const { shown, end_px, list, measure } = useVirtualRows(state === "loading" ? 0 : rows.length, ROW_PX);
  const model = table.getRowModel().rows;
  const width = table.getAllLeafColumns().length;
  return (
    <table
      aria-busy={state !== "ready"}
      // The header counts as a row.
      aria-rowcount={state === "loading" || total === -1 ? -1 : total + 1}
      className="w-full table-fixed border-separate border-spacing-0 text-start"
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            {group.headers.map((header) => (
              <HeaderCell key={header.id} header={header} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody
        {...list}
        className={cx(
          "transition-opacity [&_:is(a,button,input)]:scroll-mt-26 [&_:is(a,button,input)]:scroll-mb-18",
          state === "refreshing" && "opacity-70",
        )}
      >
        {state === "loading" && <SkeletonRows columns={width} />}
        {shown.map(({ index, gap_px }) => {
          const row = model[index];
          if (row === undefined) return null;
          return (
            <Fragment key={row.id}>
              <Gap px={gap_px} />
              <BodyRow row={row} index={index} measure={measure} />
            </Fragment>
          );
        })}
        <Gap px={end_px} />
      </tbody>
    </table>
  );
}

function HeaderCell<Row extends RowWithId>({ header }: { readonly header: Header<typeof features, Row> }) {
  const sorted = header.column.getIsSorted();
  return (
    <th
      scope="col"
      aria-sort={sorted === false ? undefined : sorted === "asc" ? "ascending" : "descending"}
      className={cx(
        "sticky top-14 z-2 h-9 border-b border-line bg-surface px-3 text-start text-xs font-medium text-ink-3 first:ps-(--gutter) last:pe-(--gutter) md:top-0",
        header.column.columnDef.meta?.className,
      )}
    >
      {header.column.getCanSort() ? (
        <button
          type="button"
          onClick={header.column.getToggleSortingHandler()}
          className={cx(
            "group -mx-1.5 inline-flex h-6 cursor-default items-center gap-1 rounded-xs px-1.5 hover:bg-fill hover:text-ink",
            sorted !== false && "text-ink",
          )}
        >
          <FlexRender header={header} />
          <SortIcon sorted={sorted} />
        </button>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  );
}

interface BodyRowProps<Item extends RowWithId> {
  readonly row: Row<typeof features, Item>;
  readonly index: number;
  readonly measure: RefCallback<HTMLElement> | undefined;
}

function BodyRow<Item extends RowWithId>({ row, index, measure }: BodyRowProps<Item>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={cx("group relative hover:bg-fill has-[a:focus-visible]:bg-fill", SELECTED)}
    >
      {row.getAllCells().map((cell) => (
        <td
          key={cell.id}
          className={cx(
            "h-15 border-b border-line px-3 text-sm text-ink-2 group-last:border-b-0 first:ps-(--gutter) last:pe-(--gutter)",
            cell.column.columnDef.meta?.className,
          )}
        >
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

/**
 * Spacer for rows outside the document. A single cell, because `colspan` over hidden columns would take part of the
 * width.
 */
function Gap({ px }: { readonly px: number }) {
  if (px === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer row takes no focus and isn't part of the table for screen readers
    <tr aria-hidden="true">
      <td style={{ height: px }} className="p-0" />
    </tr>
  );
}

function SortIcon({ sorted }: { readonly sorted: false | "asc" | "desc" }) {
  const shape = "size-3.5";
  if (sorted === "asc") return <ArrowUp className={shape} />;
  if (sorted === "desc") return <ArrowDown className={shape} />;
  return <ChevronsUpDown className={cx(shape, "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100")} />;
}

const WIDTHS = ["w-52", "w-40", "w-60", "w-44", "w-36", "w-48"] as const;

function SkeletonRows({ columns }: { readonly columns: number }) {
  return WIDTHS.map((width) => (
    <tr key={width}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <td key={column} className="h-15 border-b border-line px-3 first:ps-(--gutter) last:pe-(--gutter)">
          <Skeleton className={cx("h-3.5 max-w-full", column === 0 ? width : "w-16")} />
        </td>
      ))}
    </tr>
  ));
}

function Cards<Row extends RowWithId>(props: DataTableProps<Row>) {
  const { rows, total = rows.length, card, state, caption } = props;
  if (state === "loading") {
    return (
      <ul aria-label={caption} aria-busy="true">
        {WIDTHS.map((width) => (
          <li key={width} className="flex flex-col gap-2.5 border-b border-line p-4 last:border-b-0">
            <Skeleton className={cx("h-3.5 max-w-full", width)} />
            <Skeleton className="h-3 w-28" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <LongList
      label={caption}
      rows={rows}
      total={total}
      keyOf={({ id }) => id}
      row_px={CARD_PX}
      busy={state !== "ready"}
    >
      {(row) => (
        <LongListItem className={cx("relative border-b border-line p-4 last:border-b-0", SELECTED)}>
          {card(row)}
        </LongListItem>
      )}
    </LongList>
  );
}
