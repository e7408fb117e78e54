import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { peopleQueryFilter, personQueryFilter } from "../../../lib/queries/people.ts";
import { toast } from "../../../lib/toast.ts";
import { personName } from "../../../model/person-labels.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { ErasedDataList } from "../erased-data-list.tsx";

interface EraseDialogProps extends DialogState {
  readonly person: PersonDetail;
}

/** Lists the data to erase and requires typing the person's ID. */
export function EraseDialog({ open, onOpenChange, person }: EraseDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const erase = async (): Promise<void> => {
    setBusy(true);
    try {
      const { erased } = await api.call("DELETE /api/people/:external_id", {
        params: { external_id: person.external_id },
        query: { app_id: app.id },
      });
      await navigate({ to: "/$app/people", params: { app: app.id }, replace: true });
      client.removeQueries(personQueryFilter(app.id, person.external_id));
      void client.invalidateQueries(peopleQueryFilter(app.id));
      toast.done({
        title: t("{name} erased", { name: personName(person) }),
        description: t("Includes {events}, {runs}, and {suppressions}.", {
          events: tCount(erased.events, "{n} event", "{n} events"),
          runs: tCount(erased.runs, "{n} view", "{n} views"),
          suppressions: tCount(erased.suppressions, "{n} hidden item", "{n} hidden items"),
        }),
      });
    } catch (error) {
      toast.problem(asProblem(error));
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Erase {name}?", { name: personName(person) })}
      description={t("This permanently deletes all data about this person. You can’t undo this.")}
      action={t("Erase person")}
      typed={person.external_id}
      busy={busy}
      onConfirm={() => void erase()}
    >
      <ErasedDataList />
    </ConfirmDialog>
  );
}
