import type { Rule } from "@fanfare/contract/targeting/rule";
import { keepPreviousData } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

export const ruleQueries = {
  attributes: (api: Api, app_id: string) =>
    apiQuery(api, ["attributes", app_id], "GET /api/attributes", { query: { app_id } }),

  events: (api: Api, app_id: string) =>
    apiQuery(api, ["event-names", app_id], "GET /api/event-names", { query: { app_id } }),

  preview: (api: Api, app_id: string, rule: Rule) => ({
    ...apiQuery(api, ["segments", "preview", app_id, rule], "POST /api/segments/preview", {
      query: { app_id },
      body: { rule },
      unkeyed: true,
    }),
    placeholderData: keepPreviousData,
  }),
};
