import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { KeyRound, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { Activity } from "../../components/audit/activity.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withChangedItem, withoutItem } from "../../lib/optimistic-update.ts";
import { queries, webhookQueryFilter } from "../../lib/queries/queries.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { describeEvents, KIND_LABELS } from "./events.ts";
import { SigningSecretDialog } from "./signing-secret-dialog.tsx";

interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
}

export function WebhookItem({ webhook, onEdit }: WebhookItemProps) {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const { id, url, enabled } = webhook;
  const shown = queries.webhooks(api, app.id);
  const stale = webhookQueryFilter(app.id);
  const [is_secret_open, setSecretOpen] = useState(false);
  const turn = (on: boolean): void =>
    void atOnce({
      ...{ shown, stale },
      change: (list) => withChangedItem(list, id, { enabled: on, failing_since: null, stopped_at: null }),
      act: () =>
        api.call("PATCH /api/webhooks/:id", { params: { id }, query: { app_id: app.id }, body: { enabled: on } }),
      refused: t("Couldn’t update webhook"),
    });
  const remove = (): void =>
    void atOnce({
      ...{ shown, stale },
      change: (list) => withoutItem(list, id),
      act: () => api.call("DELETE /api/webhooks/:id", { params: { id }, query: { app_id: app.id } }),
      done: {
        title: t("Webhook deleted"),
        description: t("Deliveries have stopped. Restore the webhook to resume pending ones."),
      },
      undo: {
        act: () => api.call("POST /api/webhooks/:id/restore", { params: { id }, query: { app_id: app.id } }),
        done: { title: t("Webhook restored") },
      },
      refused: t("Couldn’t delete webhook"),
    });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5 last:border-b-0">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <bdi dir="ltr" className="w-fit font-mono text-sm font-medium wrap-anywhere">
          {url}
        </bdi>
        <span className="w-fit text-xs text-ink-3 wrap-anywhere">
          {KIND_LABELS[webhook.kind]} · <bdi>{describeEvents(webhook.events)}</bdi>
        </span>
        <Trouble webhook={webhook} />
      </div>
      <Badge tone={badgeTone(webhook)} dot>
        {enabled ? t("On") : t("Off")}
      </Badge>
      <div className="flex gap-1">
        <Activity of={{ resource_type: "webhook", resource_id: id }} name={url} />
        <IconButton label={t("Signing secret of {url}", { url })} onClick={() => setSecretOpen(true)}>
          <KeyRound />
        </IconButton>
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
      <SigningSecretDialog webhook={webhook} open={is_secret_open} onOpenChange={setSecretOpen} />
    </li>
  );
}

function badgeTone({ enabled, failing_since, stopped_at }: Webhook): Tone {
  if (stopped_at !== null) return "negative";
  if (!enabled) return "neutral";
  return failing_since === null ? "positive" : "caution";
}

/** Since when deliveries fail, or when the server turned the webhook off. */
function Trouble({ webhook: { enabled, failing_since, stopped_at } }: { readonly webhook: Webhook }) {
  if (stopped_at !== null) {
    return (
      <span className="text-xs text-negative-text">
        <Sentence
          text="Turned off {time}: deliveries failed for 5 days. Check the receiver, then turn the webhook on."
          parts={{ time: <RelativeTime at={stopped_at} /> }}
        />
      </span>
    );
  }
  if (!enabled || failing_since === null) return null;
  return (
    <span className="text-xs text-caution-text">
      <Sentence
        text="Deliveries fail. First failed attempt: {time}"
        parts={{ time: <RelativeTime at={failing_since} /> }}
      />
    </span>
  );
}
