import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { liveUpdateQueryFilter } from "../../lib/queries/realtime.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import type { DialogState } from "../../ui/overlay/dialog.tsx";

interface ResendDialogProps extends DialogState {
  readonly update: LiveUpdate;
}

/** Sends a message again to people who haven't seen it. */
export function ResendDialog({ update, open, onOpenChange }: ResendDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.call("POST /api/live-updates/:id/resend", { params: { id: update.id }, query: { app_id: app.id } }),
    onSuccess: () => toast.done({ title: t("Message resent") }),
    onError: (error) => toast.problem(asProblem(error), t("Couldn’t resend message")),
    onSettled() {
      onOpenChange(false);
      void client.invalidateQueries(liveUpdateQueryFilter(app.id));
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Resend to people who haven’t seen this?")}
      description={t(
        "The message is sent again now. People who saw it don’t get it again. The first message is no longer delivered.",
      )}
      action={t("Resend message")}
      busy={isPending}
      onConfirm={() => mutate()}
    />
  );
}
