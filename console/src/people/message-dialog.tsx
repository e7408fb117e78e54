import type { PersonSummary } from "@fanfare/contract/schema/person";
import { useQueryClient } from "@tanstack/react-query";
import { useApp } from "../doors.ts";
import { t, tCount } from "../language/t.ts";
import { ComposeForm } from "../live/compose.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { nameOf } from "./person-words.ts";
import { personOf } from "./queries.ts";

interface MessageDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly people: readonly PersonSummary[];
}

/** A live update to these people alone. */
export function MessageDialog({ open, onOpenChange, people }: MessageDialogProps) {
  const app = useApp();
  const client = useQueryClient();
  const [one] = people;
  const title =
    one !== undefined && people.length === 1
      ? t("A message to {name}", { name: nameOf(one) })
      : tCount(people.length, "A message to {n} person", "A message to {n} people");
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} size="lg" title={title}>
      <ComposeForm
        people={people.map((person) => ({ id: person.external_id, label: nameOf(person) }))}
        onSent={() => {
          onOpenChange(false);
          for (const { external_id } of people) void client.invalidateQueries(personOf(app.id, external_id));
        }}
      />
    </FormDialog>
  );
}
