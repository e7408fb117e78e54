import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { queryString } from "@fanfare/sdk/api-client/request";
import { ExportForm } from "../../components/export/export-form.tsx";
import { useApp } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { formatPeople } from "../../model/person-labels.ts";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { isFiltered, type PeopleSearch, toPeopleFilter } from "./search.ts";

interface ExportDialogProps extends DialogState {
  readonly expected: number | undefined;
  /** Filters of the list. The file contains the same people. */
  readonly search: PeopleSearch;
}

export function ExportDialog({ open, onOpenChange, expected, search }: ExportDialogProps) {
  const app = useApp();
  const narrowed = isFiltered(search);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export people")}
      description={
        narrowed
          ? t("Everyone who matches your search and filters, with all attributes, as a file.")
          : t("Everyone seen in the app, with all attributes, as a file.")
      }
    >
      <ExportForm
        pathOf={(format) =>
          `exports?${queryString({ table: "people", format, app_id: app.id, ...toPeopleFilter(search) })}`
        }
        nameOf={(format) => `people-${app.key}.${format}`}
        expected={expected}
        rowsInWords={(rows) => formatPeople(rows, true)}
        onClose={() => onOpenChange(false)}
      >
        <p className="text-sm text-ink-2">
          {narrowed
            ? t("People are listed by first visit. The export is recorded in the audit log.")
            : t(
                "Includes people who were merged after signing in, with the ID they were merged into. The export is recorded in the audit log.",
              )}
        </p>
      </ExportForm>
    </Dialog>
  );
}

interface ChosenExportProps extends Pick<ExportDialogProps, "open" | "onOpenChange"> {
  readonly people: readonly PersonSummary[];
}

export function SelectedExportDialog({ open, onOpenChange, people }: ChosenExportProps) {
  const app = useApp();
  const names = people.map(({ external_id }) => external_id);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={tCount(people.length, "Export {n} person", "Export {n} people")}
      description={t("The selected people, with all attributes, as a file.")}
    >
      <ExportForm
        pathOf={() => "exports"}
        bodyOf={(format) => ({ app_id: app.id, format, people: names })}
        nameOf={(format) => `people-${app.key}.${format}`}
        expected={people.length}
        rowsInWords={(rows) => formatPeople(rows, true)}
        onClose={() => onOpenChange(false)}
      >
        <p className="text-sm text-ink-2">{t("The export is recorded in the audit log.")}</p>
      </ExportForm>
    </Dialog>
  );
}
