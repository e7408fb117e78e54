import type { PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { Download } from "lucide-react";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { number } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { buttonClass } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { RejectedLines } from "./rejected-lines.tsx";

export function ImportProgress({ of }: { readonly of: PeopleImport }) {
  return (
    <>
      <Progress
        label={t("Importing")}
        share={of.rows === 0 ? undefined : of.rows_done / of.rows}
        text={tCount(of.rows, "{done} of {n} row", "{done} of {n} rows", { done: of.rows_done })}
      />
      <Counts of={of} />
      <p className="text-sm text-ink-3">
        {t("The import runs on the server. You can close this page and check the progress later.")}
      </p>
    </>
  );
}

export function ImportResult({ of }: { readonly of: PeopleImport }) {
  const app = useApp();
  const { host } = useAppContext();
  return (
    <>
      {of.state === "done" && (
        <Callout title={t("Import finished")}>
          {tCount(of.rows_done, "{n} row processed.", "{n} rows processed.")}
        </Callout>
      )}
      {of.state === "cancelled" && (
        <Callout tone="caution" title={t("Import canceled")}>
          {t("Rows imported so far are kept. Import the file again to continue without duplicates.")}
        </Callout>
      )}
      {of.state === "failed" && (
        <Callout tone="problem" title={t("Import failed")}>
          {of.failure ?? ""}
        </Callout>
      )}
      <Counts of={of} />
      {of.refused > 0 && (
        <div className="flex flex-col items-start gap-3">
          <RejectedLines label={t("Rejected rows")} lines={of.refused_first} />
          <a
            className={buttonClass("secondary", "sm")}
            href={`${host}/api/people-imports/${of.id}/refused?app_id=${app.id}`}
            download="refused-rows.csv"
          >
            <Download />
            {of.refused > of.refused_kept
              ? t("Download first {n} rejected rows", { n: of.refused_kept })
              : tCount(of.refused, "Download rejected row", "Download {n} rejected rows")}
          </a>
        </div>
      )}
    </>
  );
}

function Counts({ of }: { readonly of: PeopleImport }) {
  const counts = [
    [t("New##people"), of.made],
    [t("Updated##people"), of.changed],
    [t("Unchanged##people"), Math.max(0, of.rows_done - of.made - of.changed - of.refused)],
    [t("Rejected##people"), of.refused],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {counts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse rounded-md bg-fill px-3 py-2">
          <dt className="text-xs text-ink-2">{name}</dt>
          <dd className="text-md font-semibold tabular-nums">{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
