import type { PersonDetail } from "@fanfare/contract/schema/person";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApp, useDoors } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { ErasedList } from "../erased-list.tsx";
import { nameOf } from "../person-words.ts";
import { peopleOf, personOf } from "../queries.ts";

interface EraseDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly person: PersonDetail;
}

/** Says what goes, and asks for the id before it does. */
export function EraseDialog({ open, onOpenChange, person }: EraseDialogProps) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const erase = async (): Promise<void> => {
    setBusy(true);
    try {
      const { erased } = await api.erasePerson(app.id, person.external_id);
      await navigate({ to: "/$app/people", params: { app: app.id }, replace: true });
      client.removeQueries(personOf(app.id, person.external_id));
      void client.invalidateQueries(peopleOf(app.id));
      toast.done({
        title: t("{name} was erased", { name: nameOf(person) }),
        description: t("With {events}, {runs} and {suppressions}.", {
          events: tCount(erased.events, "{n} event", "{n} events"),
          runs: tCount(erased.runs, "{n} run", "{n} runs"),
          suppressions: tCount(erased.suppressions, "{n} suppression", "{n} suppressions"),
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
      title={t("Erase {name}?", { name: nameOf(person) })}
      description={t("Everything that is stored about this person goes at once, and cannot be brought back.")}
      action={t("Erase person")}
      typed={person.external_id}
      busy={busy}
      onConfirm={() => void erase()}
    >
      <ErasedList />
    </ConfirmDialog>
  );
}
