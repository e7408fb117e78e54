import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { liveUpdateQueryFilter } from "../../lib/queries/realtime.ts";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { MessageSummary } from "./message-summary.tsx";
import { sendTimeLabel } from "./send-time.ts";

interface ScheduledMessagesProps {
  readonly updates: readonly LiveUpdate[];
  readonly segmentName: (id: string) => string | undefined;
}

/** Messages that aren't sent yet, soonest first. */
export function ScheduledMessages({ updates, segmentName }: ScheduledMessagesProps) {
  if (updates.length === 0) return null;
  return (
    <section aria-labelledby="scheduled-messages" className="border-b border-line">
      <h2 id="scheduled-messages" className="px-(--gutter) pt-4 pb-1 text-md font-semibold">
        {t("Scheduled")}
      </h2>
      <ul className="divide-y divide-line">
        {updates.map((update) => (
          <ScheduledMessage key={update.id} update={update} segmentName={segmentName} />
        ))}
      </ul>
    </section>
  );
}

interface ScheduledMessageProps extends Pick<ScheduledMessagesProps, "segmentName"> {
  readonly update: LiveUpdate;
}

function ScheduledMessage({ update, segmentName }: ScheduledMessageProps) {
  const may_edit = useCan("live_update.send");
  const [open, setOpen] = useState(false);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-(--gutter) py-4">
      <MessageSummary update={update} segmentName={segmentName} time={sendTimeLabel(update)} />
      {may_edit && (
        <div className="flex flex-wrap gap-2">
          <Link from="/$app/messages" search={{ edit: update.id }} className={buttonClass("secondary", "sm")}>
            {t("Edit message")}
          </Link>
          <Button size="sm" onClick={() => setOpen(true)}>
            {t("Cancel message")}
          </Button>
        </div>
      )}
      <CancelDialog update={update} open={open} onOpenChange={setOpen} />
    </li>
  );
}

interface CancelDialogProps {
  readonly update: LiveUpdate;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

function CancelDialog({ update, open, onOpenChange }: CancelDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call("DELETE /api/live-updates/:id", { params: { id: update.id }, query: { app_id: app.id } }),
    onSuccess() {
      onOpenChange(false);
      toast.done({ title: t("Message canceled") });
    },
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t cancel message")),
    onSettled: () => void client.invalidateQueries(liveUpdateQueryFilter(app.id)),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Cancel this message?")}
      description={t("The message won’t be sent. You can’t undo this.")}
      action={t("Cancel message")}
      busy={isPending}
      onConfirm={() => mutate()}
    />
  );
}
