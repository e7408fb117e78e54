import { columnsProblem, type ImportColumn } from "@fanfare/contract/people/import-columns";
import type { PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { REFUSAL_TEXTS } from "@fanfare/contract/wording/refusals";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { saveFile } from "../../../lib/api/download.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { tCause } from "../../../lib/i18n/cause.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { importQueries } from "../../../lib/queries/people-import.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Spinner } from "../../../ui/elements/spinner.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { Preview } from "./preview.tsx";
import { RejectedLines, rejectedLinesFile } from "./rejected-lines.tsx";

interface MappingProps {
  readonly of: PeopleImport;
  readonly columns: readonly ImportColumn[];
  readonly onColumns: (columns: readonly ImportColumn[]) => void;
}

export function Mapping({ of, columns, onColumns }: MappingProps) {
  const wrong = columnsProblem(columns);
  return (
    <>
      <ColumnFields columns={columns} sample={of.sample[0] ?? []} onChange={onColumns} />
      <Preview columns={columns} rows={of.sample} />
      {wrong === undefined ? (
        <Check of={of} columns={columns} />
      ) : (
        <Callout tone="caution">{tCause(REFUSAL_TEXTS, wrong)}</Callout>
      )}
    </>
  );
}

function Check({ of, columns }: { readonly of: PeopleImport; readonly columns: readonly ImportColumn[] }) {
  const { api } = useAppContext();
  const app = useApp();
  const choices = columns.map(({ use, attribute }) => ({ use, attribute }));
  const check = useQuery(importQueries.check(api, app.id, of.id, choices));
  if (check.isError) return <FormProblem problem={asProblem(check.error)} onRetry={() => void check.refetch()} />;
  if (check.data === undefined) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
        <Spinner /> {tCount(of.rows, "Checking {n} row…", "Checking {n} rows…")}
      </p>
    );
  }
  const { rows, problems } = check.data;
  if (problems.length === 0) {
    return (
      <p role="status" className="text-sm text-ink-2">
        {tCount(rows, "{n} row can be imported.", "All {n} rows can be imported.")}
      </p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status" className="text-sm font-medium">
        {tCount(problems.length, "{n} of {rows} rows will be rejected:", "{n} of {rows} rows will be rejected:", {
          rows,
        })}
      </p>
      <RejectedLines label={t("Rejected rows")} lines={problems} />
      <Button
        size="sm"
        icon={<Download />}
        onClick={() => saveFile(rejectedLinesFile(problems), "rows-with-problems.csv")}
      >
        {t("Download list")}
      </Button>
    </div>
  );
}
