import type { PersonSummary } from "@fanfare/contract/schema/person";
import { lazy, Suspense } from "react";
import type { Deed } from "../../bulk/use-bulk.ts";
import { useApp, useDoors } from "../../doors.ts";
import { eraseDeed, hideDeed, joinDeed, leaveDeed, showDeed } from "./deeds.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { HideDialog, ShowDialog } from "./hide-dialog.tsx";
import { whomWords } from "./whom.ts";

const MessageDialog = lazy(async () => ({ default: (await import("../message-dialog.tsx")).MessageDialog }));
const ChosenExport = lazy(async () => ({ default: (await import("../export-dialog.tsx")).ChosenExport }));

/** The question that is asked; it stays while it closes. */
export interface BulkDialog {
  readonly kind: "message" | "join" | "leave" | "hide" | "show" | "export" | "erase";
  readonly open: boolean;
}

interface BulkDialogsProps {
  readonly dialog: BulkDialog;
  readonly people: readonly PersonSummary[];
  readonly onDialog: (dialog: BulkDialog) => void;
  /** Something was chosen: it is to be done with all of them. */
  readonly onDeed: (deed: Deed<PersonSummary>) => void;
}

/** What is asked before something is done with several people. */
export function BulkDialogs({ dialog: { kind, open }, people, onDialog, onDeed }: BulkDialogsProps) {
  const { api } = useDoors();
  const deps = { api, app_id: useApp().id };
  const onOpenChange = (next: boolean): void => onDialog({ kind, open: next });
  const begin = (deed: Deed<PersonSummary>): void => {
    onOpenChange(false);
    onDeed(deed);
  };
  const asked = { open, onOpenChange, whom: whomWords(people) };
  switch (kind) {
    case "join":
      return <GroupDialog key={kind} {...asked} way="in" onChoose={(group) => begin(joinDeed(deps, group))} />;
    case "leave":
      return <GroupDialog key={kind} {...asked} way="out" onChoose={(group) => begin(leaveDeed(deps, group))} />;
    case "hide":
      return <HideDialog {...asked} onChoose={(wish) => begin(hideDeed(deps, wish))} />;
    case "show":
      return <ShowDialog {...asked} onChoose={(content) => begin(showDeed(deps, content))} />;
    case "erase":
      return <EraseDialog {...asked} count={people.length} onConfirm={() => begin(eraseDeed(deps))} />;
    case "message":
      return (
        <Suspense>
          <MessageDialog open={open} onOpenChange={onOpenChange} people={people} />
        </Suspense>
      );
    case "export":
      return (
        <Suspense>
          <ChosenExport open={open} onOpenChange={onOpenChange} people={people} />
        </Suspense>
      );
  }
}
