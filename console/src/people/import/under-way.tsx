import type { PeopleImport } from "@fanfare/contract/schema/people-import";
import { Download } from "lucide-react";
import { useApp, useDoors } from "../../doors.ts";
import { number } from "../../language/format.ts";
import { t, tCount } from "../../language/t.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Lines } from "./lines.tsx";

/** How far an import is that the server works off. */
export function UnderWay({ of }: { readonly of: PeopleImport }) {
  return (
    <>
      <Progress
        label={t("Importing")}
        share={of.rows === 0 ? undefined : of.rows_done / of.rows}
        words={tCount(of.rows, "{done} of {n} row", "{done} of {n} rows", { done: of.rows_done })}
      />
      <Counts of={of} />
      <p className="text-sm text-ink-3">
        {t("The server does this: you can close the page, and come back here to see how far it is.")}
      </p>
    </>
  );
}

/** What became of it. */
export function Ended({ of }: { readonly of: PeopleImport }) {
  const app = useApp();
  const { host } = useDoors();
  return (
    <>
      {of.state === "done" && (
        <Callout title={t("Everything was read")}>{tCount(of.rows_done, "{n} row.", "{n} rows.")}</Callout>
      )}
      {of.state === "cancelled" && (
        <Callout tone="caution" title={t("It was cancelled")}>
          {t("What was stored until then stays. Import the file again to go on: nobody is made twice.")}
        </Callout>
      )}
      {of.state === "failed" && (
        <Callout tone="problem" title={t("It ended early")}>
          {of.failure ?? ""}
        </Callout>
      )}
      <Counts of={of} />
      {of.refused > 0 && (
        <div className="flex flex-col items-start gap-3">
          <Lines label={t("Refused lines")} lines={of.refused_first} />
          <a
            className={buttonClass("secondary", "sm")}
            href={`${host}/api/people-imports/${of.id}/refused?app_id=${app.id}`}
            download="refused-rows.csv"
          >
            <Download />
            {of.refused > of.refused_kept
              ? t("Download the first {n} refused rows", { n: of.refused_kept })
              : tCount(of.refused, "Download the refused row", "Download {n} refused rows")}
          </a>
        </div>
      )}
    </>
  );
}

function Counts({ of }: { readonly of: PeopleImport }) {
  const counts = [
    [t("New##people"), of.made],
    [t("Changed##people"), of.changed],
    [t("Unchanged##people"), Math.max(0, of.rows_done - of.made - of.changed - of.refused)],
    [t("Refused##people"), of.refused],
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
