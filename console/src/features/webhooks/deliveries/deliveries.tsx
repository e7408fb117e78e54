import type { Webhook, WebhookDeliveriesResponse } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { ExportButton } from "../../../components/export/export-button.tsx";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Delivery, SentText } from "./delivery.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { formatJson } from "./request-text.ts";
import { type DeliverySearch, isFiltered } from "./search.ts";
import { useDeliverySearch } from "./use-delivery-search.ts";

/** Polling intervals: while deliveries are pending, and otherwise. The state filter may hide pending ones. */
const PENDING_POLL_MS = 2_000;
const POLL_MS = 5_000;

function pollInterval([first, ...others]: readonly WebhookDeliveriesResponse[]): number | false {
  // A long list would refetch all of its pages.
  if (first === undefined || others.length > 0) return false;
  return first.items.some(({ state }) => state === "pending") ? PENDING_POLL_MS : POLL_MS;
}

export function Deliveries({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { api } = useAppContext();
  const app = useApp();
  const filters = useDeliverySearch("/$app/webhooks");
  const { state, q, receiver } = filters.search;
  const query = useInfiniteQuery({
    ...queries.deliveries(api, { app_id: app.id, state, q, webhook_id: receiver }),
    refetchInterval: ({ state: { data } }) => pollInterval(data?.pages ?? []),
  });
  return (
    <DeliveryList
      query={query}
      {...filters}
      receivers={webhooks.map(({ id, url }) => ({ id, label: url }))}
      actions={(items) => (
        <>
          {items.length > 0 && <DeliveriesExport search={filters.search} />}
          {pollInterval(query.data?.pages ?? []) === false && (
            <Button icon={<RotateCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
              {t("Refresh")}
            </Button>
          )}
        </>
      )}
    >
      {(delivery) => {
        const webhook = webhooks.find((each) => each.id === delivery.webhook_id);
        return (
          <Delivery
            delivery={delivery}
            source="webhooks"
            receiver={webhook && { name: webhook.url, enabled: webhook.enabled }}
          >
            <SentText
              title={t("Request body")}
              text={formatJson(delivery.body)}
              // As it was sent: the signature is about these characters.
              copied={delivery.body}
              copy_label={t("Copy request body")}
            />
          </Delivery>
        );
      }}
    </DeliveryList>
  );
}

/** The shown deliveries as a file. For those who may have it. */
function DeliveriesExport({ search }: { readonly search: DeliverySearch }) {
  const app = useApp();
  if (!useCan("export.read")) return null;
  const { state, q, receiver: webhook_id } = search;
  return (
    <ExportButton
      title={t("Export deliveries")}
      description={
        isFiltered(search)
          ? t("Exports the deliveries of {app} that match the current search and filters.", { app: app.name })
          : t("Exports all stored deliveries of {app}, with requests and responses.", { app: app.name })
      }
      table="webhook_deliveries"
      filter={{ state, q, webhook_id }}
      rowsInWords={(rows) => tCount(rows, "{n} delivery", "{n} deliveries")}
    />
  );
}
