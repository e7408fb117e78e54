import type { Webhook, WebhookDeliveriesResponse } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCw, Send } from "lucide-react";
import { ExportButton } from "../../components/export/export-button.tsx";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { queries } from "../../lib/queries/queries.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList } from "../../ui/table/long-list.tsx";
import { Delivery, RequestText } from "./delivery.tsx";

const route = getRouteApi("/$app/webhooks");

export const STATE_OPTIONS = [
  { value: "all", label: t("All") },
  { value: "pending", label: t("Pending") },
  { value: "delivered", label: t("Delivered") },
  { value: "dead", label: t("Failed") },
] as const;

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
  const { state } = route.useSearch();
  const query = useInfiniteQuery({
    ...queries.deliveries(api, { app_id: app.id, state }),
    refetchInterval: ({ state: { data } }) => pollInterval(data?.pages ?? []),
  });
  const deliveries = useInfiniteList(query, ({ id }) => id);
  const { items } = deliveries;
  return (
    <section aria-labelledby="deliveries" className="flex flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-(--gutter) pt-7 pb-3">
        <h2 id="deliveries" className="flex-1 text-md font-semibold">
          {t("Deliveries")}
        </h2>
        <StateFilter />
        {items.length > 0 && <DeliveriesExport />}
        {pollInterval(query.data?.pages ?? []) === false && (
          <Button icon={<RotateCw />} busy={query.isFetching} onClick={() => void query.refetch()}>
            {t("Refresh")}
          </Button>
        )}
      </div>
      {query.isError && query.data === undefined ? (
        <ProblemNotice problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data !== undefined && items.length === 0 ? (
        <EmptyState
          art={<EmptyArt icon={Send} />}
          title={state === undefined ? t("No deliveries yet") : t("No deliveries in this state")}
        >
          {t("Deliveries appear here when an event happens. Successful ones are kept for a limited time.")}
        </EmptyState>
      ) : (
        <LongList
          label={t("Deliveries")}
          rows={items}
          total={deliveries.state === "ended" ? items.length : -1}
          keyOf={({ id }) => id}
          row_px={84}
          busy={query.isPlaceholderData}
          className="flex-1"
        >
          {(delivery) => {
            const webhook = webhooks.find((each) => each.id === delivery.webhook_id);
            return (
              <Delivery
                delivery={delivery}
                source="webhooks"
                receiver={webhook && { name: webhook.url, enabled: webhook.enabled }}
              >
                <RequestText title={t("Request body")}>{delivery.body}</RequestText>
              </Delivery>
            );
          }}
        </LongList>
      )}
      {deliveries.long && <ListEnd of={deliveries} text={tCount(items.length, "{n} delivery", "{n} deliveries")} />}
    </section>
  );
}

function StateFilter() {
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Segmented
      label={t("State")}
      value={state ?? "all"}
      options={STATE_OPTIONS}
      onChange={(chosen) => void navigate({ search: chosen === "all" ? {} : { state: chosen }, resetScroll: false })}
      className="max-sm:w-full"
    />
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
