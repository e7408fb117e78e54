import { EXPORTED_TABLES, type ExportedTable } from "@fanfare/contract/schema/analytics";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { useApp } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { searchOf } from "../query-text.ts";
import { Combobox } from "../ui/combobox.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { inputClass } from "../ui/input.tsx";
import { ExportFile } from "./export-file.tsx";
import { TABLE_WORDS } from "./table-words.ts";

interface TablesDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const ITEMS = EXPORTED_TABLES.map((id) => ({ id, ...TABLE_WORDS[id] }));

/** Everything that an app has measured, as files. */
export function TablesDialog({ open, onOpenChange }: TablesDialogProps) {
  const app = useApp();
  const [table, setTable] = useState<ExportedTable>("events");
  const { label, hint } = TABLE_WORDS[table];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export data")}
      description={t("All rows of {app}, of one kind at a time, as a file.", { app: app.name })}
    >
      <ExportFile
        pathOf={(format) => `exports?${searchOf({ table, format, app_id: app.id })}`}
        nameOf={(format) => `${table}-${app.key}.${format}`}
        rowsInWords={(rows) => tCount(rows, "{n} row", "{n} rows")}
        onClose={() => onOpenChange(false)}
      >
        <Field label={t("What")} hint={hint}>
          <Combobox
            label={t("What")}
            items={ITEMS}
            value={ITEMS.find(({ id }) => id === table) ?? null}
            onChange={({ id }) => setTable(id)}
            placeholder={t("Find a kind of rows")}
            empty={t("Nothing has this name.")}
            trigger={(props) => (
              <button
                type="button"
                {...props}
                aria-label={t("{label}: {chosen}", { label: t("What"), chosen: label })}
                className={inputClass("flex w-full cursor-default items-center gap-2 pe-2 text-start")}
              >
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
              </button>
            )}
          />
        </Field>
        <p className="text-sm text-ink-2">{t("The export is noted in the audit log.")}</p>
      </ExportFile>
    </Dialog>
  );
}
