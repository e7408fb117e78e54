import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { contentQueryFilter, queries } from "./queries.ts";

export const CAP_GROUPS = { queryKey: ["cap-groups"] } as const;

export const frequencyQueries = {
  /** The workspace's frequency caps. */
  caps: (api: Api) => apiQuery(api, CAP_GROUPS.queryKey, "GET /api/cap-groups"),

  /** The key shares the content prefix, because names, tags, and publications decide. */
  capUses: (api: Api, app_id: string, id: string, revision: number) =>
    apiQuery(api, [...contentQueryFilter(app_id).queryKey, "cap-uses", id, revision], "GET /api/cap-groups/:id/uses", {
      params: { id },
    }),

  /** Content that starts automatically, in the order in which it appears. */
  order: (api: Api, app_id: string) => queries.contents(api, { app_id, trigger: "automatic", sort: "-priority" }),
};
