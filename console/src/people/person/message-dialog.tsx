import type { PersonDetail } from "@fanfare/contract/schema/person";
import { useQueryClient } from "@tanstack/react-query";
import { useApp } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { ComposeForm } from "../../live/compose.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { nameOf } from "../person-words.ts";
import { personOf } from "../queries.ts";

interface MessageDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly person: PersonDetail;
}

/** A live update to this person alone. */
export function MessageDialog({ open, onOpenChange, person }: MessageDialogProps) {
  const app = useApp();
  const client = useQueryClient();
  const name = nameOf(person);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={t("A message to {name}", { name })}>
      <ComposeForm
        person={{ id: person.external_id, label: name }}
        onSent={() => {
          onOpenChange(false);
          void client.invalidateQueries(personOf(app.id, person.external_id));
        }}
      />
    </Dialog>
  );
}
