import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withChangedItem, withoutItem } from "../../lib/optimistic-update.ts";
import { queries, webhookQueryFilter } from "../../lib/queries/queries.ts";
import { MenuItem } from "../../ui/overlay/menu.tsx";
import { KIND_LABELS } from "./events.ts";
import { ReceiverRow } from "./receiver-row.tsx";
import { ReceiverTestDialog } from "./receiver-test-dialog.tsx";
import { SigningSecretDialog } from "./signing-secret-dialog.tsx";

interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
}

export function WebhookItem({ webhook, onEdit }: WebhookItemProps) {
  const { api } = useAppContext();
  const app = useApp();
  const atOnce = useOptimisticUpdate();
  const { id, url } = webhook;
  const shown = queries.webhooks(api, app.id);
  const stale = webhookQueryFilter(app.id);
  const [is_secret_open, setSecretOpen] = useState(false);
  const [is_testing, setTesting] = useState(false);
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
    <>
      <ReceiverRow
        id={id}
        state={webhook}
        name={url}
        activity={{ resource_type: "webhook", resource_id: id }}
        heading={
          <bdi dir="ltr" className="w-fit font-mono text-sm font-medium wrap-anywhere">
            {url}
          </bdi>
        }
        kind={KIND_LABELS[webhook.kind]}
        events={webhook.events}
        stopped={(time) => (
          <Sentence
            text="Turned off {time}: deliveries failed for 5 days. Check the receiver, then turn the webhook on."
            parts={{ time }}
          />
        )}
        items={
          <MenuItem icon={<KeyRound />} onClick={() => setSecretOpen(true)}>
            {t("Signing secret…")}
          </MenuItem>
        }
        onTest={() => setTesting(true)}
        onTurn={turn}
        onEdit={onEdit}
        onRemove={remove}
      />
      <ReceiverTestDialog
        name={url}
        description={t("Sends a signed test message immediately, even if the webhook is off. It isn’t retried.")}
        test={() => api.call("POST /api/webhooks/:id/test", { params: { id }, query: { app_id: app.id } })}
        open={is_testing}
        onOpenChange={setTesting}
      />
      <SigningSecretDialog webhook={webhook} open={is_secret_open} onOpenChange={setSecretOpen} />
    </>
  );
}
