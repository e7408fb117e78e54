import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";
import { Dialog } from "./dialog.tsx";

interface LeaveDialogProps {
  readonly open: boolean;
  /** Sentence that describes what would be lost. */
  readonly lost: string;
  readonly onStay: (() => void) | undefined;
  readonly onLeave: (() => void) | undefined;
}

export function LeaveDialog({ open, lost, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onStay?.();
      }}
      urgent
      title={t("Discard unsaved changes?")}
      description={lost}
      actions={
        <>
          <Button onClick={onStay}>{t("Keep editing")}</Button>
          <Button variant="danger" onClick={onLeave}>
            {t("Discard changes")}
          </Button>
        </>
      }
    />
  );
}
