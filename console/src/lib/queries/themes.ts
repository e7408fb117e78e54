import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

/** Matches all theme queries. Themes belong to the workspace, not to an app. */
export const themeQueryFilter = { queryKey: ["themes"] };

export const themeQueries = {
  all: (api: Api) => apiQuery(api, ["themes"], "GET /api/themes"),
  one: (api: Api, id: string) => apiQuery(api, ["themes", id, "one"], "GET /api/themes/:id", { params: { id } }),
  uses: (api: Api, id: string) => apiQuery(api, ["themes", id, "uses"], "GET /api/themes/:id/uses", { params: { id } }),
};
