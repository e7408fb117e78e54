import type { Webhook } from "@fanfare/contract/schema/webhook";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { queries } from "../queries.ts";
import { useTitle } from "../title.ts";
import { Button } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { Deliveries } from "./deliveries.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookItem } from "./webhook-item.tsx";

/** Whom the app tells of its channels, and what became of it. */
export function WebhooksPage() {
  useTitle(t("Webhooks"));
  const { api } = useDoors();
  const app = useApp();
  const query = useQuery(queries.webhooks(api, app.id));
  const [editing, setEditing] = useState<{ readonly open: boolean; readonly webhook: Webhook | undefined }>();
  const items = query.data?.items;
  const create = (
    <Button look="primary" icon={<Plus />} onClick={() => setEditing({ open: true, webhook: undefined })}>
      {t("New webhook")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t("Webhooks")}
        description={t("Your back end hears what happens on the channels of {name}.", { name: app.name })}
        actions={items !== undefined && items.length > 0 && create}
      />
      {query.isError && items === undefined && <QueryProblem of={query} />}
      {items?.length === 0 && (
        <EmptyState art={<EmptyArt icon={WebhookIcon} />} title={t("Nobody is told yet")} actions={create}>
          {t(
            "A webhook is an address of your back end. Fanfare calls it when a channel is occupied or left, when members come and go, and when clients send events; each call is signed, and repeated until it arrives.",
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
