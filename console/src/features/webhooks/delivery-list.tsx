import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { type ListPage, useInfiniteList } from "../../lib/queries/infinite-list.ts";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { ListEnd } from "../../ui/table/list-end.tsx";
import { LongList } from "../../ui/table/long-list.tsx";
import type { StoredDelivery } from "./delivery-source.ts";

const STATE_OPTIONS = [
  { value: "all", label: t("All") },
  { value: "pending", label: t("Pending") },
  { value: "delivered", label: t("Delivered") },
  { value: "dead", label: t("Failed") },
] as const;

interface DeliveryListProps<Item extends StoredDelivery> {
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  /** Undefined for deliveries in any state. */
  readonly state: StoredDelivery["state"] | undefined;
  readonly onState: (search: { readonly state?: StoredDelivery["state"] }) => void;
  readonly actions?: (items: readonly Item[]) => ReactNode;
  readonly children: (delivery: Item) => ReactNode;
}

/** Deliveries to webhooks or destinations, by state. */
export function DeliveryList<Item extends StoredDelivery>(props: DeliveryListProps<Item>) {
  const { query, state, onState, actions, children } = props;
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
          onChange={(chosen) => onState(chosen === "all" ? {} : { state: chosen })}
          className="max-sm:w-full"
        />
        {actions?.(items)}
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
          row_px={45}
          busy={query.isPlaceholderData}
          className="flex-1"
        >
          {children}
        </LongList>
      )}
      {deliveries.long && <ListEnd of={deliveries} text={tCount(items.length, "{n} delivery", "{n} deliveries")} />}
    </section>
  );
}
