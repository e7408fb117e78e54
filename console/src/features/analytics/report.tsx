import type { UseQueryResult } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/elements/button.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";

interface ReportProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** What chooses what is reported. */
  readonly choices: ReactNode;
  readonly saving?: boolean;
  /** Saves it as a file for spreadsheets. */
  readonly onSave: (data: Data) => void;
  /** What stands in the place of a report in which there is nothing; undefined where there is something. */
  readonly nothing: (data: Data) => ReactNode | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** A report below what chooses it. One in which there is nothing cannot be saved. */
export function Report<Data>({ query, choices, saving = false, onSave, nothing, children }: ReportProps<Data>) {
  const { data } = query;
  const instead = data === undefined ? undefined : nothing(data);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        {choices}
        <Button
          icon={<Download />}
          busy={saving}
          disabled={data === undefined || instead !== undefined}
          onClick={() => data !== undefined && onSave(data)}
          className="sm:ms-auto"
        >
          CSV
        </Button>
      </div>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
        {(loaded) => instead ?? children(loaded)}
      </QueryView>
    </>
  );
}
