import type { CelebrationBody } from "@fanfare/contract/content/celebration";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { PartyPopper, Play } from "lucide-react";
import { useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { EMPTY_MESSAGE, type MessageDraft } from "../../model/message-draft.ts";
import { Button } from "../../ui/elements/button.tsx";
import { DialogForm } from "../../ui/overlay/dialog-form.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { CelebrationPreview } from "../preview/celebration-preview.tsx";
import { AudienceField } from "./audience-field.tsx";
import { BodyFields } from "./body-fields.tsx";
import { useConfirmEveryone } from "./use-confirm-everyone.tsx";
import { useMessageForm } from "./use-message-form.ts";

/** Expires within minutes: a late celebration has no context. */
const INITIAL_MESSAGE: MessageDraft = {
  ...EMPTY_MESSAGE,
  kind: "celebration",
  one_device: true,
  ttl_s: limits.live_update_claim_ms / SECOND_MS,
};

interface CelebrateNowDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly like?: CelebrationSample;
}

type CelebrationSample = Pick<CelebrationBody, "preset" | "message">;

export function CelebrateNowDialog({ open, onOpenChange, like }: CelebrateNowDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Send celebration")}
      description={t("Plays confetti within a second for people who are online.")}
    >
      <CelebrateNowForm like={like} onDone={() => onOpenChange(false)} />
    </FormDialog>
  );
}

/** Unmounts with the dialog, so the next one starts empty. */
function CelebrateNowForm({
  like: { preset: first, message = "" } = { preset: "cannons" },
  onDone,
}: {
  readonly like: CelebrationSample | undefined;
  readonly onDone: () => void;
}) {
  const { confirmEveryone, dialog } = useConfirmEveryone("celebration");
  const { form, onSubmit, failed } = useMessageForm({
    first: { ...INITIAL_MESSAGE, preset: first, title: message },
    done: {
      title: t("Celebration sent"),
      description: t("Messages shows how many people saw this celebration."),
    },
    draftAfter: (sent) => sent,
    confirm: confirmEveryone,
    onSent: onDone,
  });
  const [round, setRound] = useState(0);
  const [preset, title] = form.watch(["preset", "title"]);
  return (
    <DialogForm
      onSubmit={onSubmit}
      problem={failed}
      problem_title={t("Couldn’t send celebration")}
      action={t("Send celebration")}
      icon={<PartyPopper />}
      busy={form.formState.isSubmitting}
      onCancel={onDone}
    >
      <BodyFields form={form} />
      <div className="flex flex-col gap-2">
        <CelebrationPreview preset={preset} round={round} message={title === "" ? undefined : title} className="h-44" />
        <Button size="sm" icon={<Play />} onClick={() => setRound(round + 1)} className="self-start">
          {t("Preview effect")}
        </Button>
      </div>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {t("Audience")}
        </span>
        <AudienceField form={form} />
      </div>
      {dialog}
    </DialogForm>
  );
}
