import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { useQueryClient } from "@tanstack/react-query";
import { MessageForm } from "../../components/message/message-form.tsx";
import { useApp } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { personQueryFilter } from "../../lib/queries/people.ts";
import { personName } from "../../model/person-labels.ts";
import type { DialogState } from "../../ui/overlay/dialog.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";

interface MessageDialogProps extends DialogState {
  readonly people: readonly PersonSummary[];
}

export function MessageDialog({ open, onOpenChange, people }: MessageDialogProps) {
  const app = useApp();
  const client = useQueryClient();
  const [one] = people;
  const title =
    one !== undefined && people.length === 1
      ? t("New message to {name}", { name: personName(one) })
      : tCount(people.length, "New message to {n} person", "New message to {n} people");
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} size="lg" title={title}>
      <MessageForm
        people={people.map((person) => ({ id: person.external_id, label: personName(person) }))}
        onSent={() => {
          onOpenChange(false);
          for (const { external_id } of people) void client.invalidateQueries(personQueryFilter(app.id, external_id));
        }}
      />
    </FormDialog>
  );
}
