import { CELEBRATION_PRESETS } from "@fanfare/contract/celebration";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { PartyPopper } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { AudienceField } from "../live/audience-field.tsx";
import { type DraftProblems, EMPTY_DRAFT, type UpdateDraft, wishOf } from "../live/draft.ts";
import { liveUpdatesOf } from "../live/queries.ts";
import { asProblem } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.tsx";
import { PRESET_WORDS } from "./words.ts";

const PRESET_OPTIONS = CELEBRATION_PRESETS.map((value) => ({ value, ...PRESET_WORDS[value] }));
const NO_PROBLEMS: DraftProblems = new Map();

/** Confetti for who is here now, or comes within minutes: later nobody knows what the joy is about. */
const FIRST: UpdateDraft = {
  ...EMPTY_DRAFT,
  ...{ kind: "celebration", preset: "cannons", one_device: true },
  ttl_s: limits.live_update_claim_ms / SECOND_MS,
};

interface CelebrateNowProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function CelebrateNow({ open, onOpenChange }: CelebrateNowProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Celebrate now")}
      description={t("Confetti on the screens of those who are online, within a second.")}
    >
      <NowForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Unmounts with the dialog, so that the next one begins empty. */
function NowForm({ onDone }: { readonly onDone: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [draft, setDraft] = useState(FIRST);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failed, setFailed] = useState<string>();
  const [busy, setBusy] = useState(false);
  const onChange = (change: Partial<UpdateDraft>): void => {
    setDraft({ ...draft, ...change });
    setProblems(NO_PROBLEMS);
  };
  const send = async (): Promise<void> => {
    const read = wishOf(draft);
    setFailed(undefined);
    if (read.outcome === "wrong") return setProblems(read.problems);
    setBusy(true);
    try {
      await api.sendLiveUpdate({ app_id: app.id, ...read.wish });
      toast.done({ title: t("It is on its way"), description: t("Under Live you see how many have seen it.") });
      await client.invalidateQueries(liveUpdatesOf(app.id));
      onDone();
    } catch (error) {
      setFailed(asProblem(error).detail);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failed !== undefined && (
        <Callout tone="problem" title={t("It was not sent")}>
          {failed}
        </Callout>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Confetti")}>
          <Select
            label={t("Confetti")}
            value={draft.preset}
            options={PRESET_OPTIONS}
            onChange={(preset) => onChange({ preset })}
          />
        </Field>
        <Field
          label={t("What is celebrated")}
          optional
          hint={t("Said by screen readers.")}
          error={problems.get("body.text")}
        >
          <Input
            value={draft.title}
            maxLength={limits.notice_title_chars_max}
            placeholder={t("A million orders!")}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
      </div>
      <AudienceField draft={draft} onChange={onChange} problems={problems} />
      <div className="-mx-5 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-xl border-t border-line bg-sunken px-5 py-3">
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" icon={<PartyPopper />} busy={busy}>
          {t("Celebrate")}
        </Button>
      </div>
    </form>
  );
}
