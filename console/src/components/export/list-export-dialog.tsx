import type { ExportedList, ExportedTable } from "@fanfare/contract/schema/analytics/funnel";
import { queryString } from "@fanfare/sdk/api-client/request";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { ExportForm } from "./export-form.tsx";

export interface ListExportDialogProps extends DialogState {
  readonly title: string;
  readonly description: string;
  /** Name in `GET /api/exports`. */
  readonly table: ExportedTable | ExportedList;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly expected?: number | undefined;
  readonly rowsInWords: (rows: number) => string;
}

export function ListExportDialog({
  open,
  onOpenChange,
  title,
  description,
  table,
  filter = {},
  ...rows
}: ListExportDialogProps) {
  const app = useApp();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <ExportForm
        {...rows}
        pathOf={(format) => `exports?${queryString({ table, format, app_id: app.id, ...filter })}`}
        nameOf={(format) => `${table}-${app.key}.${format}`}
        onClose={() => onOpenChange(false)}
      >
        <p className="text-sm text-ink-2">{t("The export is recorded in the audit log.")}</p>
      </ExportForm>
    </Dialog>
  );
}
