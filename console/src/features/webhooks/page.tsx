import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Deliveries } from "./deliveries/deliveries.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookItem } from "./webhook-item.tsx";

export function WebhooksPage() {
  useTitle(t("Webhooks"));
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(queries.webhooks(api, app.id));
  const [editing, setEditing] = useState<{ readonly open: boolean; readonly webhook: Webhook | undefined }>();
  const items = query.data?.items;
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEditing({ open: true, webhook: undefined })}>
      {t("New webhook")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t("Webhooks")}
        description={t("Send events from {name} to your backend", { name: app.name })}
        actions={items !== undefined && items.length > 0 && create}
      />
      {query.isError && items === undefined && <QueryProblem of={query} />}
      {items?.length === 0 && (
        <EmptyState art={<EmptyArt icon={WebhookIcon} />} title={t("No webhooks yet")} actions={create}>
          {t(
            "A webhook sends signed requests to your backend when something happens on a channel or with your content. Failed deliveries are retried.",
          )}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <>
          <ul className="flex flex-col border-y border-line">
            {items.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} onEdit={() => setEditing({ open: true, webhook })} />
            ))}
          </ul>
          <Deliveries webhooks={items} />
        </>
      )}
      {editing !== undefined && (
        <WebhookDialog
          open={editing.open}
          webhook={editing.webhook}
          onOpenChange={(open) => setEditing({ ...editing, open })}
        />
      )}
    </>
  );
}
