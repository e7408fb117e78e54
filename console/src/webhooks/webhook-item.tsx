import type { Webhook } from "@fanfare/contract/schema/webhook";
import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useAtOnce, withChanged, without } from "../at-once.ts";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { queries, webhooksOf } from "../queries.ts";
import { Activity } from "../settings/audit/activity.tsx";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { eventsInWords } from "./events.ts";

interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
}

/** One address that is told. */
export function WebhookItem({ webhook, onEdit }: WebhookItemProps) {
  const { api } = useDoors();
  const app = useApp();
  const atOnce = useAtOnce();
  const { id, url, enabled } = webhook;
  const shown = queries.webhooks(api, app.id);
  const stale = webhooksOf(app.id);
  const turn = (on: boolean): void =>
    void atOnce({
      ...{ shown, stale },
      change: (list) => withChanged(list, id, { enabled: on }),
      act: () => api.updateWebhook(app.id, id, { enabled: on }),
      refused: t("The webhook was not changed"),
    });
  const remove = (): void =>
    void atOnce({
      ...{ shown, stale },
      change: (list) => without(list, id),
      act: () => api.deleteWebhook(app.id, id),
      done: {
        title: t("Webhook deleted"),
        description: t("It is told nothing more. What was still to be told waits, should it come back."),
      },
      undo: { act: () => api.restoreWebhook(app.id, id), done: { title: t("The webhook is back") } },
      refused: t("The webhook was not deleted"),
    });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5 last:border-b-0">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <bdi dir="ltr" className="w-fit font-mono text-sm font-medium wrap-anywhere">
          {url}
        </bdi>
        <bdi className="w-fit text-xs text-ink-3 wrap-anywhere">{eventsInWords(webhook.events)}</bdi>
      </div>
      <Badge tone={enabled ? "positive" : "neutral"} dot>
        {enabled ? t("On") : t("Off")}
      </Badge>
      <div className="flex gap-1">
        <Activity of={{ resource_type: "webhook", resource_id: id }} name={url} />
        <IconButton
          label={enabled ? t("Pause {url}", { url }) : t("Resume {url}", { url })}
          onClick={() => turn(!enabled)}
        >
          {enabled ? <Pause /> : <Play />}
        </IconButton>
        <IconButton label={t("Edit {url}", { url })} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={t("Delete {url}", { url })} onClick={remove}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}
