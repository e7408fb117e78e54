import { Download } from "lucide-react";
import { saveFile } from "../../lib/api/download.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { ImportReview } from "./import-review.tsx";
import { reportFile } from "./report-file.ts";
import { IMPORT_DESCRIPTION } from "./source-labels.ts";
import { countChosen, useContentImport } from "./use-content-import.ts";

/** Imports tours and hints of another tool as drafts. */
export function ImportContentDialog({ open, onOpenChange }: DialogState) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Import from another tool")}
      description={IMPORT_DESCRIPTION}
    >
      <ImportContent onClose={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Unmounts with the dialog, so the next one starts empty. */
export function ImportContent({ onClose }: { readonly onClose: () => void }) {
  const { files, creating, problem, add, readAs, leaveOut, remove, clear, create } = useContentImport(onClose);
  if (files.length === 0) return <ChooseFiles onTexts={add} onCancel={onClose} />;
  const chosen = countChosen(files);
  const found = files.flatMap(({ state }) => (state.kind === "read" ? [state.found] : []));
  const reading = files.some(({ state }) => state.kind === "reading");
  return (
    <>
      <ImportReview files={files} onSource={readAs} onLeaveOut={leaveOut} onRemove={remove} />
      {found.length > 0 && (
        <Button
          size="sm"
          icon={<Download />}
          className="self-start"
          onClick={() => saveFile(reportFile(found), "import-report.md")}
        >
          {t("Download report")}
        </Button>
      )}
      <FormProblem problem={problem} onRetry={() => void create()} />
      <DialogFooter>
        <Button onClick={clear} className="me-auto">
          {t("Back")}
        </Button>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button variant="primary" busy={creating} disabled={chosen === 0 || reading} onClick={() => void create()}>
          {chosen === 0 ? t("Import") : tCount(chosen, "Import {n} draft", "Import {n} drafts")}
        </Button>
      </DialogFooter>
    </>
  );
}
