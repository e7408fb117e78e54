import type { Api } from "../api/api.ts";
import { apiQuery, KEEPS_PAGE } from "./api-query.ts";

export const helpFeedQueries = {
  state: (api: Api, url: string) => ({
    ...apiQuery(api, ["help_feeds", url], "GET /api/help-feeds", { query: { url } }),
    ...KEEPS_PAGE,
  }),
};
