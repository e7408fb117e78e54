import { queryString } from "@fanfare/sdk/api-client/request";
import { ExportForm } from "../../../components/export/export-form.tsx";
import type { ApiQuery } from "../../../lib/api/api.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";

interface AuditExportProps extends DialogState {
  readonly filter: ApiQuery<"GET /api/audit">;
}

/** Exports the filtered entries as a file, which the server streams. */
export function AuditExport({ open, onOpenChange, filter }: AuditExportProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export audit log")}
      description={t("Exports all entries that match your filters, newest first, with entry numbers.")}
    >
      <ExportForm
        pathOf={(format) => `audit/export?${queryString({ ...filter, format })}`}
        nameOf={(format) => `fanfare-audit.${format}`}
        rowsInWords={(rows) => tCount(rows, "{n} entry", "{n} entries")}
        onClose={() => onOpenChange(false)}
      >
        {null}
      </ExportForm>
    </Dialog>
  );
}
