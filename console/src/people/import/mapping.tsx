import { columnsProblem, type ImportColumn } from "@fanfare/contract/import-columns";
import type { PeopleImport } from "@fanfare/contract/schema/people-import";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useApp, useDoors } from "../../doors.ts";
import { saveFile } from "../../download.ts";
import { t, tCount } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { fileOfLines, Lines } from "./lines.tsx";
import { Preview } from "./preview.tsx";
import { importQueries } from "./queries.ts";

interface MappingProps {
  readonly of: PeopleImport;
  readonly columns: readonly ImportColumn[];
  readonly onColumns: (columns: readonly ImportColumn[]) => void;
}

/** What becomes of each column, the first rows, and every row that would be refused. */
export function Mapping({ of, columns, onColumns }: MappingProps) {
  const wrong = columnsProblem(columns);
  return (
    <>
      <ColumnFields columns={columns} sample={of.sample[0] ?? []} onChange={onColumns} />
      <Preview columns={columns} rows={of.sample} />
      {wrong === undefined ? (
        <Check of={of} columns={columns} />
      ) : (
        <Callout tone="caution">
          {columns.some(({ use }) => use === "id")
            ? t("Two columns would become the same attribute. Leave one of them out.")
            : t("Choose the column that holds the ids by which your pages know people.")}
        </Callout>
      )}
    </>
  );
}

function Check({ of, columns }: { readonly of: PeopleImport; readonly columns: readonly ImportColumn[] }) {
  const { api } = useDoors();
  const app = useApp();
  const choices = columns.map(({ use, attribute }) => ({ use, attribute }));
  const check = useQuery(importQueries.check(api, app.id, of.id, choices));
  if (check.isError) return <FormProblem problem={asProblem(check.error)} onRetry={() => void check.refetch()} />;
  if (check.data === undefined) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
        <Spinner /> {tCount(of.rows, "Looking at {n} row…", "Looking at {n} rows…")}
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
        {tCount(problems.length, "{n} row of {rows} would be refused:", "{n} rows of {rows} would be refused:", {
          rows,
        })}
      </p>
      <Lines label={t("Rows that would be refused")} lines={problems} />
      <Button size="sm" icon={<Download />} onClick={() => saveFile(fileOfLines(problems), "rows-with-problems.csv")}>
        {t("Download the list")}
      </Button>
    </div>
  );
}
