import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { PartyPopper, Play } from "lucide-react";
import { useState } from "react";
import { t } from "../language/t.ts";
import { AudienceField } from "../live/audience-field.tsx";
import { BodyFields } from "../live/body-fields.tsx";
import { EMPTY_DRAFT, type UpdateDraft } from "../live/draft.ts";
import { useUpdateForm } from "../live/use-update-form.ts";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { CelebrationStage } from "./stage.tsx";

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
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Celebrate now")}
      description={t("Confetti on the screens of those who are online, within a second.")}
    >
      <NowForm onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Unmounts with the dialog, so that the next one begins empty. */
function NowForm({ onDone }: { readonly onDone: () => void }) {
  const { fields, onSubmit, busy, failed } = useUpdateForm({
    first: FIRST,
    done: { title: t("It is on its way"), description: t("Under Live you see how many have seen it.") },
    kept: (sent) => sent,
    onSent: onDone,
  });
  const [round, setRound] = useState(0);
  const { preset, title } = fields.draft;
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <FormProblem problem={failed} title={t("It was not sent")} />
      <BodyFields {...fields} />
      <div className="flex flex-col gap-2">
        <CelebrationStage {...{ preset, round, message: title === "" ? undefined : title }} className="h-44" />
        <Button size="sm" icon={<Play />} onClick={() => setRound(round + 1)} className="self-start">
          {t("Play")}
        </Button>
      </div>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("To whom")}
        </span>
        <AudienceField {...fields} />
      </div>
      <DialogFoot>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" icon={<PartyPopper />} busy={busy}>
          {t("Celebrate")}
        </Button>
      </DialogFoot>
    </form>
  );
}
