import { t, tCount } from "../../language/t.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErasedList } from "../erased-list.tsx";
import type { BulkDialogProps } from "./whom.ts";

interface EraseDialogProps extends BulkDialogProps {
  readonly count: number;
  readonly onConfirm: () => void;
}

/** Says what goes, and asks for how many they are before it does. */
export function EraseDialog({ open, onOpenChange, whom, count, onConfirm }: EraseDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={tCount(count, "Erase {n} person?", "Erase {n} people?")}
      description={t("{whom}: everything that is stored about them goes at once, and cannot be brought back.", {
        whom,
      })}
      action={tCount(count, "Erase {n} person", "Erase {n} people")}
      typed={String(count)}
      busy={false}
      onConfirm={onConfirm}
    >
      <ErasedList />
    </ConfirmDialog>
  );
}
