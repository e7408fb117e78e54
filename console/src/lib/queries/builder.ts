import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

/** Matches all queries of builder sessions of an app. */
export const builderQueryFilter = (app_id: string) => ({ queryKey: ["builder-sessions", app_id] });

export const builderQueries = {
  sessions: (api: Api, app_id: string) =>
    apiQuery(api, builderQueryFilter(app_id).queryKey, "GET /api/builder-sessions", { query: { app_id } }),
  tracker: (api: Api, app_id: string, id: string) =>
    apiQuery(api, [...builderQueryFilter(app_id).queryKey, id], "GET /api/builder-sessions/:id/tracker", {
      params: { id },
      query: { app_id },
    }),
  previewLinks: (api: Api, app_id: string) =>
    apiQuery(api, ["preview-links", app_id], "GET /api/preview-links", { query: { app_id } }),
};
