import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";

/** Matches all segment queries. Segments belong to the workspace, not to an app. */
export const segmentQueryFilter = { queryKey: ["segments"] };

export const segmentQueries = {
  all: (api: Api) =>
    queryOptions({ queryKey: ["segments"], queryFn: ({ signal }) => api.call("GET /api/segments", { signal }) }),

  people: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: ["segments", id, "people", app_id],
      queryFn: ({ signal }) => api.call("GET /api/segments/:id/people", { params: { id }, query: { app_id }, signal }),
    }),

  one: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["segments", id, "one"],
      queryFn: ({ signal }) => api.call("GET /api/segments/:id", { params: { id }, signal }),
    }),

  uses: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["segments", id, "uses"],
      queryFn: ({ signal }) => api.call("GET /api/segments/:id/uses", { params: { id }, signal }),
    }),
};
