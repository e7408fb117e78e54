import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { type ListPage, useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { ComboboxSelect } from "../../../ui/combobox/combobox-select.tsx";
import type { ComboboxItem } from "../../../ui/combobox/item-label.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ProblemNotice } from "../../../ui/feedback/problem-notice.tsx";
import { SearchInput } from "../../../ui/forms/search-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { FilterBar } from "../../../ui/page/filter-bar.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList } from "../../../ui/table/long-list.tsx";
import type { StoredDelivery } from "./delivery-source.ts";
import { type DeliverySearch, isFiltered } from "./search.ts";

const STATE_OPTIONS = [
  { value: "all", label: t("All") },
  { value: "pending", label: t("Pending") },
  { value: "delivered", label: t("Delivered") },
  { value: "dead", label: t("Failed") },
] as const;

interface CountedPage<Item> extends ListPage<Item> {
  readonly total: number;
  readonly exact: boolean;
}

interface DeliveryListProps<Item extends StoredDelivery> {
  readonly query: UseInfiniteQueryResult<InfiniteData<CountedPage<Item>>>;
  readonly search: DeliverySearch;
  readonly onSearch: (change: DeliverySearch) => void;
  /** Webhooks or destinations. */
  readonly receivers: readonly ComboboxItem[];
  readonly actions?: (items: readonly Item[]) => ReactNode;
  readonly children: (delivery: Item) => ReactNode;
}

/** Deliveries to webhooks or destinations, by state, receiver, and text. */
export function DeliveryList<Item extends StoredDelivery>(props: DeliveryListProps<Item>) {
  const { query, search, onSearch, receivers, actions, children } = props;
  const deliveries = useInfiniteList(query, ({ id }) => id);
  const { items } = deliveries;
  const first = query.data?.pages[0];
  const is_searched = search.q !== undefined;
  return (
    <section aria-labelledby="deliveries" className="flex flex-1 flex-col">
      <h2 id="deliveries" className="px-(--gutter) pt-7 text-md font-semibold">
        {t("Deliveries")}
      </h2>
      {(items.length > 0 || isFiltered(search)) && (
        <DeliveryFilters search={search} onSearch={onSearch} receivers={receivers} actions={actions?.(items)} />
      )}
      {query.isError && query.data === undefined ? (
        <ProblemNotice problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      ) : first !== undefined && items.length === 0 && deliveries.state === "ended" ? (
        <NoDeliveries
          search={search}
          onClear={() => onSearch({ state: undefined, q: undefined, receiver: undefined })}
        />
      ) : (
        <LongList
          label={t("Deliveries")}
          rows={items}
          total={deliveries.state === "ended" ? items.length : first?.exact === true ? first.total : -1}
          keyOf={({ id }) => id}
          row_px={45}
          busy={query.isPlaceholderData}
          className="flex-1"
        >
          {children}
        </LongList>
      )}
      {first !== undefined && (items.length > 0 || deliveries.state !== "ended") && (
        <ListEnd of={deliveries} text={describeShown(items.length, first, is_searched)} />
      )}
    </section>
  );
}

/** "50 of 230 deliveries". Beyond a limit they aren't counted, and a search has only looked at that many. */
function describeShown(shown: number, { total, exact }: CountedPage<unknown>, is_searched: boolean): string {
  if (exact && shown >= total) return tCount(total, "{n} delivery", "{n} deliveries");
  if (exact) return tCount(total, "{shown} of {n} delivery", "{shown} of {n} deliveries", { shown });
  if (is_searched) return tCount(shown, "{n} delivery found so far", "{n} deliveries found so far");
  return tCount(total, "{shown} of more than {n} delivery", "{shown} of more than {n} deliveries", { shown });
}

type DeliveryFiltersProps = Pick<DeliveryListProps<StoredDelivery>, "search" | "onSearch" | "receivers"> & {
  readonly actions: ReactNode;
};

function DeliveryFilters({ search, onSearch, receivers, actions }: DeliveryFiltersProps) {
  const all = { id: "", label: t("All receivers") };
  const chosen = receivers.find(({ id }) => id === search.receiver);
  return (
    <FilterBar actions={actions}>
      <SearchInput
        label={t("Search deliveries")}
        placeholder={t("Search by content, error, or status")}
        value={search.q ?? ""}
        onSearch={(q) => onSearch({ q: q === "" ? undefined : q })}
        className="w-full sm:w-72"
      />
      {receivers.length > 1 && (
        <ComboboxSelect
          label={t("Receiver")}
          items={[all, ...receivers]}
          value={chosen ?? all}
          onChange={({ id }) => onSearch({ receiver: id === "" ? undefined : id })}
          placeholder={t("Search receivers")}
          choose={t("All receivers")}
          className="h-8 text-sm sm:w-48"
        />
      )}
      <Segmented
        label={t("State")}
        value={search.state ?? "all"}
        options={STATE_OPTIONS}
        onChange={(state) => onSearch({ state: state === "all" ? undefined : state })}
        className="max-sm:w-full"
      />
    </FilterBar>
  );
}

function NoDeliveries({ search, onClear }: { readonly search: DeliverySearch; readonly onClear: () => void }) {
  const { state, q, receiver } = search;
  const by_state_only = state !== undefined && q === undefined && receiver === undefined;
  return (
    <EmptyState
      art={<EmptyArt icon={Send} />}
      title={
        by_state_only
          ? t("No deliveries in this state")
          : isFiltered(search)
            ? t("No deliveries found")
            : t("No deliveries yet")
      }
      actions={isFiltered(search) && <Button onClick={onClear}>{t("Clear filters")}</Button>}
    >
      {t("Deliveries appear here when an event happens. Successful ones are kept for a limited time.")}
    </EmptyState>
  );
}
