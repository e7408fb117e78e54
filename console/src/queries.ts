import type { ContentListQuery } from "@fanfare/contract/schema/api";
import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";
import { ApiProblem } from "./api-problem.ts";

const RETRIES_MAX = 2;
/** Data this old is asked for again when the page is looked at. */
const FRESH_MS = 10_000;

/** The cache of everything read from the server. Only what may help is tried again. */
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
  me: (api: Api) => queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => api.me(signal), retry: false }),

  setup: (api: Api) => queryOptions({ queryKey: ["setup"], queryFn: ({ signal }) => api.setupNeeded(signal) }),

  contents: (api: Api, query: ContentListQuery) =>
    queryOptions({
      queryKey: ["contents", query.app_id, "list", query],
      queryFn: ({ signal }) => api.contents(query, signal),
      placeholderData: keepPreviousData,
    }),

  content: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: ["contents", app_id, "one", id],
      queryFn: ({ signal }) => api.content(id, app_id, signal),
    }),

  versions: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: ["contents", app_id, "versions", id],
      queryFn: ({ signal }) => api.versions(id, signal),
    }),
};

/** Everything about the contents of an app, for when something in it changed. */
export const contentsOf = (app_id: string) => ({ queryKey: ["contents", app_id] });

/** The failure of a query as the screens know it. What is not one is a fault of ours and goes on as it is. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}
