import { queryString } from "@fanfare/sdk/api-client/request";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { ExportForm } from "../../../components/export/export-form.tsx";
import { useApp, useCan } from "../../../lib/app-context.ts";
import { weekday } from "../../../lib/i18n/format.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { DateRange } from "../period.ts";

interface ExportResponsesProps {
  readonly survey: { readonly id: string; readonly slug: string; readonly name: string };
  readonly range: DateRange;
  readonly of_segment: { readonly segment_id?: string };
  /** Number of responses. */
  readonly expected: number;
}

/** Downloads the responses behind a report, each as a row. */
export function ExportResponses({ survey, range, of_segment, expected }: ExportResponsesProps) {
  const app = useApp();
  const [open, setOpen] = useState(false);
  if (!useCan("export.read")) return null;
  const days = { from: weekday(Date.parse(range.from)), to: weekday(Date.parse(range.to) - 1) };
  return (
    <>
      <Button icon={<FileDown />} onClick={() => setOpen(true)}>
        {t("Export responses")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("Export responses")}
        description={t("Download the responses to {survey}, one per row, with a column for each question.", {
          survey: survey.name,
        })}
      >
        <ExportForm
          pathOf={(format) =>
            `contents/${survey.id}/responses?${queryString({ app_id: app.id, ...range, ...of_segment, format })}`
          }
          nameOf={(format) => `${survey.slug}-responses.${format}`}
          expected={expected}
          rowsInWords={(rows) => tCount(rows, "1 response", "{n} responses")}
          onClose={() => setOpen(false)}
        >
          <p className="text-sm text-ink-2">
            {of_segment.segment_id === undefined
              ? t("Answers from {from} to {to}. Days are in UTC.", days)
              : t("Answers from {from} to {to}, of people in the selected segment. Days are in UTC.", days)}{" "}
            {t("The export is recorded in the audit log.")}
          </p>
        </ExportForm>
      </Dialog>
    </>
  );
}
