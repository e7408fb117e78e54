import { limits } from "@fanfare/contract/limits";
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { networkProblem } from "../src/lib/api/api-problem.ts";
import { SeriesTable } from "../src/ui/elements/series-table.tsx";
import { QueryView } from "../src/ui/feedback/query-view.tsx";
import { Skeleton, SkeletonScreen } from "../src/ui/feedback/skeleton.tsx";
import { DragHandle } from "../src/ui/reorder/drag-handle.tsx";
import { useReorder } from "../src/ui/reorder/use-reorder.ts";
import { LongList, LongListItem } from "../src/ui/table/long-list.tsx";
import { LONG, MIXED, Sample, SHEET, State } from "./sample.tsx";

const ROWS = ["Ada Lovelace", LONG, MIXED] as const;
const ROW = "border-b border-line p-3 text-sm wrap-anywhere last:border-b-0";
/** Long enough to turn on virtualization: only visible rows are in the document. */
const MANY = Array.from({ length: limits.list_whole_rows_max + 20 }, (_, index) => `Row ${index + 1}`);

/** Queries that succeed, stay pending, or fail, without network requests. */
const ANSWERS: readonly Pick<UseQueryOptions<readonly string[]>, "queryKey" | "queryFn">[] = [
  { queryKey: ["kit", "Answered"], queryFn: () => Promise.resolve(ROWS) },
  { queryKey: ["kit", "Nothing to show"], queryFn: () => Promise.resolve([]) },
  { queryKey: ["kit", "On its way"], queryFn: () => new Promise(() => undefined) },
  { queryKey: ["kit", "Failed"], queryFn: () => Promise.reject(networkProblem(undefined)) },
];

export function ListKit() {
  return (
    <Sample title="Lists and what they wait for">
      <div className="grid gap-4 md:grid-cols-2">
        {ANSWERS.map((answer) => (
          <State key={String(answer.queryKey[1])} name={String(answer.queryKey[1])}>
            <Answer of={answer} />
          </State>
        ))}
        <State name="Of many, in order">
          <Names label="Three of 132" rows={ROWS} total={132} ordered />
        </State>
        <State name="About to be replaced">
          <Names label="Old ones" rows={ROWS} busy />
        </State>
      </div>
      <State name="Its shape, for whoever waits longer">
        <SkeletonScreen waiting>
          <Skeleton className="h-3.5 w-60" />
        </SkeletonScreen>
      </State>
      <SeriesTable label="Events" note={MIXED} series={[{ label: "Number", values: [0, 2, 5, 3] }]} />
      <State name="In an order that you can change">
        <Ordered />
      </State>
      <State name="Very many">
        <Names label="Very many" rows={MANY} />
      </State>
    </Sample>
  );
}

function Answer({ of }: { readonly of: Pick<UseQueryOptions<readonly string[]>, "queryKey" | "queryFn"> }) {
  const query = useQuery({ ...of, retry: false, staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className={SHEET}>
      <QueryView query={query} shape={<Skeleton className="m-3 h-3.5 w-40" />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="p-3 text-sm text-ink-3">Nobody yet.</p>
          ) : (
            <Names label={String(of.queryKey[1])} rows={rows} />
          )
        }
      </QueryView>
    </div>
  );
}

/** Drag is one of two ways: on its pages, each row has buttons or keys, too. */
function Ordered() {
  const [rows, setRows] = useState<readonly string[]>(ROWS);
  const reorder = useReorder({
    ids: rows,
    onMove: (from, to) => setRows(rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1))),
  });
  return (
    <ol aria-label="In an order that you can change" ref={reorder.list} className={SHEET}>
      {rows.map((row, index) => (
        <li
          key={row}
          className="flex items-center border-b border-line bg-surface pe-3 text-sm wrap-anywhere data-dragged:shadow-float"
          {...reorder.item(index)}
        >
          <DragHandle className="h-10 w-8" {...reorder.handle(index)} />
          <bdi>{row}</bdi>
        </li>
      ))}
    </ol>
  );
}

interface NamesProps {
  readonly label: string;
  readonly rows: readonly string[];
  readonly total?: number;
  readonly ordered?: boolean;
  readonly busy?: boolean;
}

function Names(props: NamesProps) {
  return (
    <LongList {...props} keyOf={(row) => row} row_px={45} className={SHEET}>
      {(row) => (
        <LongListItem className={ROW}>
          <bdi>{row}</bdi>
        </LongListItem>
      )}
    </LongList>
  );
}
