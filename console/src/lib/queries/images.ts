import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

/** The library of uploaded images. It belongs to the workspace, not to an app. */
export const imageQueries = {
  all: (api: Api) => apiQuery(api, ["images"], "GET /api/images"),
};
