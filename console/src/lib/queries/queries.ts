import type { ContentListQuery } from "@fanfare/contract/schema/accounts/sign-in";
import { keepPreviousData, QueryClient } from "@tanstack/react-query";
import type { Api, ApiQuery } from "../api/api.ts";
import { ApiProblem } from "../api/api-problem.ts";
import { apiQuery } from "./api-query.ts";
import { infiniteListQuery } from "./infinite-list.ts";

const RETRIES_MAX = 2;
/** Older data is refetched on window focus. */
const FRESH_MS = 10_000;
const RATES_POLL_MS = 30_000;

/** Creates the query cache. Retries only retryable problems. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < RETRIES_MAX && error instanceof ApiProblem && error.retryable,
      },
    },
  });
}

export const queries = {
  me: (api: Api) => ({
    ...apiQuery(api, ["me"], "GET /api/me"),
    retry: false,
  }),

  setup: (api: Api) => apiQuery(api, ["setup"], "GET /api/setup"),

  contents: (api: Api, query: ContentListQuery) =>
    infiniteListQuery([...contentQueryFilter(query.app_id).queryKey, "list", query], (part, signal) =>
      api.call("GET /api/contents", { query: { ...query, ...part }, signal }),
    ),

  /** First matches, for pickers. */
  found: (api: Api, query: ContentListQuery) => ({
    ...apiQuery(api, [...contentQueryFilter(query.app_id).queryKey, "found", query], "GET /api/contents", { query }),
    placeholderData: keepPreviousData,
  }),

  content: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["contents", app_id, "one", id], "GET /api/contents/:id", { params: { id }, query: { app_id } }),

  reviewers: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["contents", app_id, "reviewers", id], "GET /api/contents/:id/reviewers", {
      ...{ params: { id }, query: { app_id } },
    }),

  contentUses: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["contents", app_id, "uses", id], "GET /api/contents/:id/uses", { params: { id } }),

  /** The key shares the content prefix, so content changes also refetch tags. */
  tags: (api: Api, app_id: string) => apiQuery(api, ["contents", app_id, "tags"], "GET /api/tags"),

  versions: (api: Api, app_id: string, id: string) =>
    apiQuery(api, ["contents", app_id, "versions", id], "GET /api/contents/:id/versions", { params: { id } }),

  /** The key shares the overview's prefix, so changes also refetch alerts. */
  alerts: (api: Api, query: Pick<ApiQuery<"GET /api/alerts">, "app_id" | "state">) =>
    infiniteListQuery([...overviewQueryFilter(query.app_id).queryKey, "alerts", query], (part, signal) =>
      api.call("GET /api/alerts", { query: { ...query, ...part }, signal }),
    ),

  /** Open alerts and notices: the one source of their number in the navigation, the overview, and the alerts page. */
  attention: (api: Api, app_id: string) =>
    apiQuery(api, [...overviewQueryFilter(app_id).queryKey, "attention"], "GET /api/attention", { query: { app_id } }),

  webhooks: (api: Api, app_id: string) =>
    apiQuery(api, ["webhooks", app_id, "list"], "GET /api/webhooks", { query: { app_id } }),

  /** Of webhooks and destinations. */
  deliveryRates: (api: Api, app_id: string) => ({
    ...apiQuery(api, ["delivery-rates", app_id], "GET /api/delivery-rates", { query: { app_id } }),
    refetchInterval: RATES_POLL_MS,
  }),

  deliveries: (
    api: Api,
    query: Pick<ApiQuery<"GET /api/webhook-deliveries">, "app_id" | "state" | "q" | "webhook_id">,
  ) =>
    infiniteListQuery(["webhooks", query.app_id, "deliveries", query], ({ after, limit }, signal) =>
      api.call("GET /api/webhook-deliveries", { query: { ...query, after, limit }, signal }),
    ),

  destinations: (api: Api, app_id: string) =>
    apiQuery(api, ["destinations", app_id, "list"], "GET /api/destinations", { query: { app_id } }),

  destinationDeliveries: (
    api: Api,
    query: Pick<ApiQuery<"GET /api/destination-deliveries">, "app_id" | "state" | "q" | "destination_id">,
  ) =>
    infiniteListQuery(["destinations", query.app_id, "deliveries", query], ({ after, limit }, signal) =>
      api.call("GET /api/destination-deliveries", { query: { ...query, after, limit }, signal }),
    ),
};

export const contentQueryFilter = (app_id: string) => ({ queryKey: ["contents", app_id] });

export const overviewQueryFilter = (app_id: string) => ({ queryKey: ["overview", app_id] });

export const webhookQueryFilter = (app_id: string) => ({ queryKey: ["webhooks", app_id] });

export const destinationQueryFilter = (app_id: string) => ({ queryKey: ["destinations", app_id] });
