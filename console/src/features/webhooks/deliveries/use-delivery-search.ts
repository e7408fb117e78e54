import { useNavigate, useSearch } from "@tanstack/react-router";
import type { DeliverySearch } from "./search.ts";

interface DeliveryFilters {
  readonly search: DeliverySearch;
  readonly onSearch: (change: DeliverySearch) => void;
}

/** The filters of deliveries in the URL of their page. Typing a search adds no history entries. */
export function useDeliverySearch(from: "/$app/webhooks" | "/$app/destinations"): DeliveryFilters {
  const search = useSearch({ from });
  const navigate = useNavigate();
  return {
    search,
    onSearch: (change) =>
      void navigate({ from, search: { ...search, ...change }, replace: "q" in change, resetScroll: false }),
  };
}
