import type { PersonSummary } from "@fanfare/contract/schema/person";
import { useApp } from "../doors.ts";
import { ExportFile } from "../exports/export-file.tsx";
import { t, tCount } from "../language/t.ts";
import { searchOf } from "../query-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { peopleWords } from "./person-words.ts";
import { isNarrowed, type PeopleSearch, peopleFilter } from "./search.ts";

interface ExportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** How many people there are, as far as the list knows. */
  readonly expected: number | undefined;
  /** What the list is narrowed to: the file holds the same people. */
  readonly search: PeopleSearch;
}

/** Everybody of the list as a file. */
export function ExportDialog({ open, onOpenChange, expected, search }: ExportDialogProps) {
  const app = useApp();
  const narrowed = isNarrowed(search);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export people")}
      description={
        narrowed
          ? t("Everybody who matches the search and the filters of the list, with all of their attributes, as a file.")
          : t("Everybody whom the app knows, with all of their attributes, as a file.")
      }
    >
      <ExportFile
        pathOf={(format) => `exports?${searchOf({ table: "people", format, app_id: app.id, ...peopleFilter(search) })}`}
        nameOf={(format) => `people-${app.key}.${format}`}
        expected={expected}
        rowsInWords={(rows) => peopleWords(rows, true)}
        onClose={() => onOpenChange(false)}
      >
        <p className="text-sm text-ink-2">
          {narrowed
            ? t("They are in the order in which they first came. The export is noted in the audit log.")
            : t(
                "Those who became somebody else when they signed in are listed, too, with whom they became. The export is noted in the audit log.",
              )}
        </p>
      </ExportFile>
    </Dialog>
  );
}

interface ChosenExportProps extends Pick<ExportDialogProps, "open" | "onOpenChange"> {
  readonly people: readonly PersonSummary[];
}

/** Those who were chosen, as a file. */
export function ChosenExport({ open, onOpenChange, people }: ChosenExportProps) {
  const app = useApp();
  const names = people.map(({ external_id }) => external_id);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={tCount(people.length, "Export {n} person", "Export {n} people")}
      description={t("Those who are selected, with all of their attributes, as a file.")}
    >
      <ExportFile
        pathOf={() => "exports"}
        bodyOf={(format) => ({ app_id: app.id, format, people: names })}
        nameOf={(format) => `people-${app.key}.${format}`}
        expected={people.length}
        rowsInWords={(rows) => peopleWords(rows, true)}
        onClose={() => onOpenChange(false)}
      >
        <p className="text-sm text-ink-2">{t("The export is noted in the audit log.")}</p>
      </ExportFile>
    </Dialog>
  );
}
