import type {
  Destination,
  DestinationDeliveriesResponse,
  DestinationDelivery,
} from "@fanfare/contract/schema/responses/realtime/destination";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { apiQuery } from "../../lib/queries/api-query.ts";
import { useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { queries } from "../../lib/queries/queries.ts";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList } from "../../ui/table/long-list.tsx";
import { STATE_OPTIONS } from "./deliveries.tsx";
import { Delivery, RequestText } from "./delivery.tsx";
import { requestText } from "./request-text.ts";

const route = getRouteApi("/$app/destinations");

const POLL_MS = 5_000;

/** A long list would refetch all of its pages. */
function pollInterval(pages: readonly DestinationDeliveriesResponse[]): number | false {
  return pages.length === 1 && POLL_MS;
}

export function DestinationDeliveries({ destinations }: { readonly destinations: readonly Destination[] }) {
  const { api } = useAppContext();
  const app = useApp();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({
    ...queries.destinationDeliveries(api, { app_id: app.id, state }),
    refetchInterval: (of) => pollInterval(of.state.data?.pages ?? []),
  });
  const deliveries = useInfiniteList(query, ({ id }) => id);
  const { items } = deliveries;
  return (
    <section aria-labelledby="deliveries" className="flex flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-(--gutter) pt-7 pb-3">
        <h2 id="deliveries" className="flex-1 text-md font-semibold">
          {t("Deliveries")}
        </h2>
        <Segmented
          label={t("State")}
          value={state ?? "all"}
          options={STATE_OPTIONS}
          onChange={(chosen) =>
            void navigate({ search: chosen === "all" ? {} : { state: chosen }, resetScroll: false })
          }
          className="max-sm:w-full"
        />
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
          {(delivery) => (
            <Delivery
              delivery={delivery}
              source="destinations"
              receiver={destinations.find(({ id }) => id === delivery.destination_id)}
            >
              <SentRequest delivery={delivery} />
            </Delivery>
          )}
        </LongList>
      )}
      {deliveries.long && <ListEnd of={deliveries} text={tCount(items.length, "{n} delivery", "{n} deliveries")} />}
    </section>
  );
}

/** The request in the destination's form, loaded when opened. */
function SentRequest({ delivery: { id } }: { readonly delivery: DestinationDelivery }) {
  const { api } = useAppContext();
  const app = useApp();
  const [open, setOpen] = useState(false);
  const query = useQuery({
    ...apiQuery(api, ["destinations", app.id, "request", id], "GET /api/destination-deliveries/:id/request", {
      params: { id },
      query: { app_id: app.id },
    }),
    enabled: open,
  });
  const { request, error } = query.data ?? {};
  return (
    <RequestText title={t("Request")} onToggle={setOpen}>
      {request ? requestText(request) : (error ?? t("Loading…"))}
    </RequestText>
  );
}
