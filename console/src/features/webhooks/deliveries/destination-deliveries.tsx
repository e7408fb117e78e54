import type {
  Destination,
  DestinationDeliveriesResponse,
  DestinationDelivery,
} from "@fanfare/contract/schema/responses/realtime/destination";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { Delivery, SentText } from "./delivery.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { requestText } from "./request-text.ts";
import { useDeliverySearch } from "./use-delivery-search.ts";

const POLL_MS = 5_000;

/** A long list would refetch all of its pages. */
function pollInterval(pages: readonly DestinationDeliveriesResponse[]): number | false {
  return pages.length === 1 && POLL_MS;
}

export function DestinationDeliveries({ destinations }: { readonly destinations: readonly Destination[] }) {
  const { api } = useAppContext();
  const app = useApp();
  const filters = useDeliverySearch("/$app/destinations");
  const { state, q, receiver } = filters.search;
  const query = useInfiniteQuery({
    ...queries.destinationDeliveries(api, { app_id: app.id, state, q, destination_id: receiver }),
    refetchInterval: (of) => pollInterval(of.state.data?.pages ?? []),
  });
  return (
    <DeliveryList query={query} {...filters} receivers={destinations.map(({ id, name }) => ({ id, label: name }))}>
      {(delivery) => (
        <Delivery
          delivery={delivery}
          source="destinations"
          receiver={destinations.find(({ id }) => id === delivery.destination_id)}
        >
          <SentRequest delivery={delivery} />
        </Delivery>
      )}
    </DeliveryList>
  );
}

/** The request in the destination's form, loaded when opened. */
function SentRequest({ delivery: { id } }: { readonly delivery: DestinationDelivery }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery({
    ...apiQuery(api, ["destinations", app.id, "request", id], "GET /api/destination-deliveries/:id/request", {
      params: { id },
      query: { app_id: app.id },
    }),
  });
  const { request, error } = query.data ?? {};
  const text = request ? requestText(request) : (error ?? t("Loading…"));
  return <SentText title={t("Request")} text={text} copy_label={t("Copy request")} />;
}
