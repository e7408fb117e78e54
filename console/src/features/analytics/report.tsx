import type { UseQueryResult } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "../../ui/elements/button.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { ContentSelect, type ContentSelection } from "./content-select.tsx";

interface ReportProps<Data> {
  /** Of which content, and in the place of a report where there is none. */
  readonly choice: ContentSelection;
  readonly onChoose: (content_id: string) => void;
  readonly none: ReactNode;
  readonly query: UseQueryResult<Data>;
  /** Other filters of the report. */
  readonly choices?: ReactNode;
  /** Further actions, before the download. */
  readonly actions?: ReactNode;
  readonly saving?: boolean;
  /** Downloads the report as CSV. */
  readonly onSave: (data: Data) => void;
  /** Replaces an empty report. False if the report has data. */
  readonly nothing: (data: Data) => ReactElement | false;
  readonly children: (data: Data) => ReactNode;
}

/** A report below its controls. Empty reports can't be downloaded. */
export function Report<Data>(props: ReportProps<Data>) {
  const { choice, onChoose, none, query, choices, actions, saving = false, onSave, nothing, children } = props;
  const { data } = query;
  const instead = data !== undefined && nothing(data);
  if (choice.failed !== undefined) return <QueryProblem of={choice.failed} />;
  if (choice.none) return none;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-(--gutter) py-3">
        <ContentSelect choice={choice} onChange={onChoose} />
        {choices}
        <span className="flex flex-wrap gap-2 sm:ms-auto">
          {data !== undefined && instead === false && actions}
          <Button
            icon={<Download />}
            busy={saving}
            disabled={data === undefined || instead !== false}
            onClick={() => data !== undefined && onSave(data)}
          >
            CSV
          </Button>
        </span>
      </div>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
        {(loaded) => instead || children(loaded)}
      </QueryView>
    </>
  );
}
