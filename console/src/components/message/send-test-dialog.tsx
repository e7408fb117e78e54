import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { liveUpdateQueryFilter, realtimeQueries } from "../../lib/queries/realtime.ts";
import { lastTestPerson, rememberTestPerson } from "../../lib/test-person.ts";
import { toast } from "../../lib/toast.ts";
import { type MessageDraft, type Named, toMessageRequest, toTestDraft } from "../../model/message-draft.ts";
import { ComboboxSelect } from "../../ui/combobox/combobox-select.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { ReachNote } from "./reach-note.tsx";
import { personChoice, usePeopleChoices } from "./use-people-choices.ts";

interface SendTestDialogProps extends DialogState {
  /** Valid, but for its audience and schedule. */
  readonly draft: MessageDraft;
}

/** Sends the message to one person, as a rule the author. */
export function SendTestDialog({ draft, ...dialog }: SendTestDialogProps) {
  return (
    <Dialog
      {...dialog}
      title={t("Send test")}
      description={t("One person gets this message on their open pages. Tests have no schedule, variants, or emails.")}
    >
      <SendTestForm draft={draft} onDone={() => dialog.onOpenChange(false)} />
    </Dialog>
  );
}

function SendTestForm({ draft, onDone }: { readonly draft: MessageDraft; readonly onDone: () => void }) {
  const { api } = useAppContext();
  const app = useApp();
  const { member } = useMe();
  const client = useQueryClient();
  const own = useOwnPerson();
  const [chosen, setChosen] = useState<Named>();
  const [query, setQuery] = useState("");
  const [missing, setMissing] = useState(false);
  const { items, searching } = usePeopleChoices(query);
  const person = chosen ?? own ?? null;
  const { mutate, isPending, error } = useMutation({
    async mutationFn(to: Named) {
      const request = toMessageRequest(toTestDraft(draft, to));
      // The form opens this dialog only for a valid message.
      if (request.outcome === "ready") {
        await api.call("POST /api/live-updates", { query: { app_id: app.id }, body: request.input });
      }
    },
    async onSuccess(_, { id, label: name }) {
      rememberTestPerson(app.id, member.id, id);
      onDone();
      toast.done({ title: t("Test sent to {name}", { name }) });
      await client.invalidateQueries(liveUpdateQueryFilter(app.id));
    },
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog is inside the form of the message for React.
        event.stopPropagation();
        if (person === null) setMissing(true);
        else mutate(person);
      }}
      problem={error === null ? undefined : asProblem(error)}
      problem_title={t("Couldn’t send test")}
      action={t("Send test")}
      icon={<Send className="rtl:-scale-x-100" />}
      busy={isPending}
      onCancel={onDone}
    >
      <Field
        label={t("Person")}
        hint={t("Choose yourself in {app}. This browser remembers your choice.", { app: app.name })}
        error={missing && person === null ? t("Select a person.") : undefined}
      >
        <ComboboxSelect
          label={t("Person")}
          items={items}
          value={person}
          onChange={setChosen}
          onQuery={setQuery}
          searching={searching}
          placeholder={t("Search people")}
          choose={t("Select a person")}
          none={t("No people yet")}
        />
      </Field>
      <ReachNote draft={{ audience: "people", people: person === null ? [] : [person], segment: null }} />
    </DialogForm>
  );
}

/** Who got the last test, or the person with the author's email address. */
function useOwnPerson(): Named | undefined {
  const { api } = useAppContext();
  const app = useApp();
  const { member } = useMe();
  const [last] = useState(() => lastTestPerson(app.id, member.id));
  const { data } = useQuery(realtimeQueries.people(api, app.id, last ?? member.email));
  const email = member.email.toLowerCase();
  const found = data?.items.find((person) =>
    last === undefined
      ? person.email?.toLowerCase() === email || person.external_id.toLowerCase() === email
      : person.external_id === last,
  );
  return found && personChoice(found);
}
