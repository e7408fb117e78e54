import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil, SquareArrowOutUpRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useApp, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { FilterBar } from "../../ui/page/filter-bar.tsx";
import { ContentSelect, type ContentSelection } from "./content-select.tsx";
import { CsvButton } from "./csv-button.tsx";

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
  /** Downloads the report as CSV. */
  readonly csv: { readonly busy?: boolean; readonly onClick: (data: Data) => void };
  /** Replaces an empty report. False if the report has data. */
  readonly nothing: (data: Data) => ReactElement | false;
  readonly children: (data: Data) => ReactNode;
}

/** A report below its controls. Empty reports can't be downloaded. */
export function Report<Data>(props: ReportProps<Data>) {
  const { choice, onChoose, none, query, choices, actions, csv, nothing, children } = props;
  const { data } = query;
  const instead = data !== undefined && nothing(data);
  if (choice.failed !== undefined) return <QueryProblem of={choice.failed} />;
  if (choice.none) return none;
  return (
    <>
      <FilterBar
        actions={
          <>
            <EditLink content_id={choice.content_id} />
            {data !== undefined && instead === false && actions}
            <CsvButton
              busy={csv.busy ?? false}
              disabled={data === undefined || instead !== false}
              onClick={() => data !== undefined && csv.onClick(data)}
            />
          </>
        }
      >
        <ContentSelect choice={choice} onChange={onChoose} />
        {choices}
      </FilterBar>
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mt-6 h-40" />}>
        {(loaded) => instead || children(loaded)}
      </QueryView>
    </>
  );
}

function EditLink({ content_id }: { readonly content_id: string | undefined }) {
  const app = useApp();
  const may_edit = useCan("content.write");
  if (content_id === undefined) return null;
  const label = may_edit ? t("Edit content") : t("Open content");
  return (
    <Tooltip label={label}>
      <Link
        to="/$app/content/$id"
        params={{ app: app.id, id: content_id }}
        aria-label={label}
        className={buttonClass("secondary", "md", "w-8 px-0 pointer-coarse:min-w-10")}
      >
        {may_edit ? <Pencil /> : <SquareArrowOutUpRight className="rtl:-scale-x-100" />}
      </Link>
    </Tooltip>
  );
}
