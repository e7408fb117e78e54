import { formatContentCount } from "../../components/content/content-types.tsx";
import { ListExportDialog } from "../../components/export/list-export-dialog.tsx";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { type ContentSearch, isFiltered, toContentFilter } from "./search.ts";

interface ContentExportProps extends DialogState {
  readonly search: ContentSearch;
  readonly expected: number | undefined;
}

export default function ContentExport({ open, onOpenChange, search, expected }: ContentExportProps) {
  const { name: app } = useApp();
  return (
    <ListExportDialog
      {...{ open, onOpenChange, expected }}
      title={t("Export content")}
      description={
        isFiltered(search)
          ? t("The content in this list, with its status in {app}.", { app })
          : t("All content except archived items, with its status in {app}.", { app })
      }
      table="contents"
      filter={toContentFilter(search)}
      rowsInWords={formatContentCount}
    />
  );
}
