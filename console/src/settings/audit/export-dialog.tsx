import { ExportFile } from "../../exports/export-file.tsx";
import { t, tCount } from "../../language/t.ts";
import { searchOf } from "../../query-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import type { AuditQuery } from "../calls.ts";

interface AuditExportProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly filter: AuditQuery;
}

/** The entries of the list as a file: the server writes it as it is read. */
export function AuditExport({ open, onOpenChange, filter }: AuditExportProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export the audit log")}
      description={t("The entries that the filters leave, the newest first, with their places in the chain.")}
    >
      <ExportFile
        pathOf={(format) => `audit/export?${searchOf({ ...filter, format })}`}
        nameOf={(format) => `fanfare-audit.${format}`}
        rowsInWords={(rows) => tCount(rows, "{n} entry", "{n} entries")}
        onClose={() => onOpenChange(false)}
      >
        {null}
      </ExportFile>
    </Dialog>
  );
}
