import { useApp } from "../doors.ts";
import { ListExport } from "../exports/list-export.tsx";
import { t } from "../language/t.ts";
import { type ContentSearch, contentFilter, isFiltered } from "./search.ts";
import { countWords } from "./types.tsx";

interface ContentExportProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly search: ContentSearch;
  readonly expected: number | undefined;
}

/** The contents of the list as a file. */
export default function ContentExport({ open, onOpenChange, search, expected }: ContentExportProps) {
  const { name: app } = useApp();
  return (
    <ListExport
      {...{ open, onOpenChange, expected }}
      title={t("Export contents")}
      description={
        isFiltered(search)
          ? t("The contents of this list, as they stand in {app}.", { app })
          : t("All contents that are not archived, as they stand in {app}.", { app })
      }
      table="contents"
      filter={contentFilter(search)}
      rowsInWords={countWords}
    />
  );
}
