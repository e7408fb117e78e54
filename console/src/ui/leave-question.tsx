import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface LeaveQuestionProps {
  readonly open: boolean;
  /** What is lost, in a sentence. */
  readonly lost: string;
  readonly onStay: (() => void) | undefined;
  readonly onLeave: (() => void) | undefined;
}

/** Asks once before what somebody wrote is lost. */
export function LeaveQuestion({ open, lost, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onStay?.();
      }}
      urgent
      title={t("Leave without saving?")}
      description={lost}
      actions={
        <>
          <Button onClick={onStay}>{t("Stay")}</Button>
          <Button look="danger" onClick={onLeave}>
            {t("Leave")}
          </Button>
        </>
      }
    />
  );
}
