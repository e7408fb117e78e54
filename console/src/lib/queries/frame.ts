import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

/** What the frame of every page reads. Apart from the other settings, because the first page loads it. */
export const frameQueries = {
  app: (api: Api, id: string) => apiQuery(api, ["apps", id, "detail"], "GET /api/apps/:id", { params: { id } }),
  status: (api: Api) => apiQuery(api, ["status"], "GET /api/status"),
};

/** The signed-in member: name, role, and apps. */
export const ME = { queryKey: ["me"], exact: true };
