import type { Webhook } from "@fanfare/contract/schema/webhook";
import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { asProblem, webhooksOf } from "../queries.ts";
import { Activity } from "../settings/audit/activity.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { toast } from "../ui/toast.tsx";
import { eventsInWords } from "./events.ts";

interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
}

/** One address that is told. */
export function WebhookItem({ webhook, onEdit }: WebhookItemProps) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.deleteWebhook(app.id, webhook.id);
      toast.done({ title: t("Webhook deleted") });
      setAsking(false);
    } catch (error) {
      toast.problem(asProblem(error));
    } finally {
      setBusy(false);
      await client.invalidateQueries(webhooksOf(app.id));
    }
  };

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5 last:border-b-0">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <bdi dir="ltr" className="w-fit font-mono text-sm font-medium wrap-anywhere">
          {webhook.url}
        </bdi>
        <bdi className="w-fit text-xs text-ink-3 wrap-anywhere">{eventsInWords(webhook.events)}</bdi>
      </div>
      <Badge tone={webhook.enabled ? "positive" : "neutral"} dot>
        {webhook.enabled ? t("On") : t("Off")}
      </Badge>
      <div className="flex gap-1">
        <Activity of={{ resource_type: "webhook", resource_id: webhook.id }} name={webhook.url} />
        <IconButton label={t("Edit {url}", { url: webhook.url })} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={t("Delete {url}", { url: webhook.url })} onClick={() => setAsking(true)}>
          <Trash2 />
        </IconButton>
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Delete this webhook?")}
        description={t(
          "It is told nothing more, and what was still to be told to it is dropped. This cannot be undone.",
        )}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t("Cancel")}</Button>
            <Button look="danger" busy={busy} onClick={() => void remove()}>
              {t("Delete webhook")}
            </Button>
          </>
        }
      >
        <p dir="ltr" className="font-mono text-sm wrap-anywhere">
          {webhook.url}
        </p>
      </Dialog>
    </li>
  );
}
