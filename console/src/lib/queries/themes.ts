import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";

/** Matches all theme queries. Themes belong to the workspace, not to an app. */
export const themeQueryFilter = { queryKey: ["themes"] };

export const themeQueries = {
  all: (api: Api) =>
    queryOptions({ queryKey: ["themes"], queryFn: ({ signal }) => api.call("GET /api/themes", { signal }) }),
  one: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["themes", id, "one"],
      queryFn: ({ signal }) => api.call("GET /api/themes/:id", { params: { id }, signal }),
    }),
  uses: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["themes", id, "uses"],
      queryFn: ({ signal }) => api.call("GET /api/themes/:id/uses", { params: { id }, signal }),
    }),
};
