import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

export const templateQueries = {
  all: (api: Api) => apiQuery(api, ["templates"], "GET /api/templates", {}),
  one: (api: Api, id: string) => apiQuery(api, ["templates", id], "GET /api/templates/:id", { params: { id } }),
};
