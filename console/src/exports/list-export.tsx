import type { ExportedList, ExportedTable } from "@fanfare/contract/schema/analytics";
import { useApp } from "../doors.ts";
import { t } from "../language/t.ts";
import { searchOf } from "../query-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ExportFile } from "./export-file.tsx";

export interface ListExportProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  /** As `GET /api/exports` calls it. */
  readonly table: ExportedTable | ExportedList;
  /** What narrows it, as the list is narrowed. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly expected?: number | undefined;
  readonly rowsInWords: (rows: number) => string;
}

/** All of a list as a file. */
export function ListExport({ open, onOpenChange, title, description, table, filter = {}, ...rows }: ListExportProps) {
  const app = useApp();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <ExportFile
        {...rows}
        pathOf={(format) => `exports?${searchOf({ table, format, app_id: app.id, ...filter })}`}
        nameOf={(format) => `${table}-${app.key}.${format}`}
        onClose={() => onOpenChange(false)}
      >
        <p className="text-sm text-ink-2">{t("The export is noted in the audit log.")}</p>
      </ExportFile>
    </Dialog>
  );
}
