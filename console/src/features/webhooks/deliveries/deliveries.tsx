import type { Webhook, WebhookDeliveriesResponse } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { ExportButton } from "../../../components/export/export-button.tsx";
import { useApp, useAppContext, useCan } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Delivery, SentText } from "./delivery.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { formatJson } from "./request-text.ts";

const route = getRouteApi("/$app/webhooks");

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
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state, q, receiver } = search;
  const query = useInfiniteQuery({
    ...queries.deliveries(api, { app_id: app.id, state, q, webhook_id: receiver }),
    refetchInterval: ({ state: { data } }) => pollInterval(data?.pages ?? []),
  });
  return (
    <DeliveryList
      query={query}
      search={search}
      onSearch={(change) =>
        void navigate({ search: { ...search, ...change }, replace: "q" in change, resetScroll: false })
      }
      receivers={webhooks.map(({ id, url }) => ({ id, label: url }))}
      actions={(items) => (
        <>
          {items.length > 0 && <DeliveriesExport />}
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

/** Those of the selected state as a file. For those who may have it. */
function DeliveriesExport() {
  const app = useApp();
  const { state } = route.useSearch();
  if (!useCan("export.read")) return null;
  return (
    <ExportButton
      title={t("Export deliveries")}
      description={
        state === undefined
          ? t("Exports all stored deliveries of {app}, with requests and responses.", { app: app.name })
          : t("Exports deliveries of {app} in the selected state.", { app: app.name })
      }
      table="webhook_deliveries"
      filter={{ state }}
      rowsInWords={(rows) => tCount(rows, "{n} delivery", "{n} deliveries")}
    />
  );
}
