import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { lazy, Suspense } from "react";
import type { BulkAction } from "../../../components/bulk/use-bulk-action.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { ErasedDataList } from "../erased-data-list.tsx";
import {
  eraseAction,
  hideContentAction,
  joinGroupAction,
  leaveGroupAction,
  listAction,
  showContentAction,
} from "./actions.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { HideDialog, ShowDialog } from "./hide-dialog.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { type BulkDialogProps, describeRecipients } from "./recipients.ts";

interface BulkEraseDialogProps extends BulkDialogProps {
  readonly count: number;
  readonly onConfirm: () => void;
}

/** Lists the data to erase and requires typing the number of people. */
function BulkEraseDialog({ open, onOpenChange, people, count, onConfirm }: BulkEraseDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={tCount(count, "Erase {n} person?", "Erase {n} people?")}
      description={t("This permanently deletes all data about {people}. You can’t undo this.", {
        people,
      })}
      action={tCount(count, "Erase {n} person", "Erase {n} people")}
      typed={String(count)}
      busy={false}
      onConfirm={onConfirm}
    >
      <ErasedDataList />
    </ConfirmDialog>
  );
}

const MessageDialog = lazy(async () => ({ default: (await import("../message-dialog.tsx")).MessageDialog }));
const SelectedExportDialog = lazy(async () => ({
  default: (await import("../export-dialog.tsx")).SelectedExportDialog,
}));

/** The current dialog. `kind` stays set during the closing animation. */
export interface BulkDialog {
  readonly kind: "message" | "join" | "leave" | "join_list" | "leave_list" | "hide" | "show" | "export" | "erase";
  readonly open: boolean;
}

interface BulkDialogsProps {
  readonly dialog: BulkDialog;
  readonly people: readonly PersonSummary[];
  readonly onDialog: (dialog: BulkDialog) => void;
  /** Runs the confirmed action for all people. */
  readonly onAction: (action: BulkAction<PersonSummary>) => void;
}

export function BulkDialogs({ dialog: { kind, open }, people, onDialog, onAction }: BulkDialogsProps) {
  const { api } = useAppContext();
  const deps = { api, app_id: useApp().id };
  const onOpenChange = (next: boolean): void => onDialog({ kind, open: next });
  const begin = (action: BulkAction<PersonSummary>): void => {
    onOpenChange(false);
    onAction(action);
  };
  const dialogProps = { open, onOpenChange, people: describeRecipients(people) };
  switch (kind) {
    case "join":
      return (
        <GroupDialog key={kind} {...dialogProps} way="in" onChoose={(group) => begin(joinGroupAction(deps, group))} />
      );
    case "leave":
      return (
        <GroupDialog key={kind} {...dialogProps} way="out" onChoose={(group) => begin(leaveGroupAction(deps, group))} />
      );
    case "join_list":
    case "leave_list": {
      const change = kind === "join_list" ? "add" : "remove";
      return (
        <ListDialog
          key={kind}
          {...dialogProps}
          change={change}
          onChoose={(list) => begin(listAction(deps, change, list))}
        />
      );
    }
    case "hide":
      return <HideDialog {...dialogProps} onChoose={(choice) => begin(hideContentAction(deps, choice))} />;
    case "show":
      return <ShowDialog {...dialogProps} onChoose={(content) => begin(showContentAction(deps, content))} />;
    case "erase":
      return <BulkEraseDialog {...dialogProps} count={people.length} onConfirm={() => begin(eraseAction(deps))} />;
    case "message":
      return (
        <Suspense>
          <MessageDialog open={open} onOpenChange={onOpenChange} people={people} />
        </Suspense>
      );
    case "export":
      return (
        <Suspense>
          <SelectedExportDialog open={open} onOpenChange={onOpenChange} people={people} />
        </Suspense>
      );
  }
}
