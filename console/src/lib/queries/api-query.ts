import type { ApiRoute } from "@fanfare/contract/schema/routes/api";
import { queryOptions } from "@tanstack/react-query";
import type { Api, ApiResponse, CallArguments } from "../api/api.ts";

/**
 * Query that calls a route.
 *
 * @example
 * useQuery(apiQuery(api, ["goals", app_id], "GET /api/goals", { query: { app_id } }));
 */
export function apiQuery<Route extends ApiRoute>(
  api: Api,
  queryKey: readonly unknown[],
  ...call: CallArguments<Route>
) {
  const [route, options] = call;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<ApiResponse<Route>> =>
      // Cast: any call accepts a signal.
      api.call(...([route, { ...options, signal }] as unknown as CallArguments<Route>)),
  });
}

/** For queries beside a draft: an ended session must not lead from unsaved text to the sign-in page. Saving reports it. */
export const KEEPS_PAGE = { meta: { keeps_page: true } } as const;
