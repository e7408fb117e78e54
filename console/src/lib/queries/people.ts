import { MINUTE_MS } from "@fanfare/contract/limits";
import type { ExplainQuery } from "@fanfare/contract/schema/people/explain";
import type { PeopleQuery } from "@fanfare/contract/schema/people/person";
import type { TimelineKind } from "@fanfare/contract/schema/people/timeline";
import type { AttributesResponse } from "@fanfare/contract/schema/responses/people/person";
import { keepPreviousData } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { infiniteListQuery } from "./infinite-list.ts";

export const peopleQueryFilter = (app_id: string) => ({ queryKey: ["people", app_id] });

export const personQueryFilter = (app_id: string, id: string) => ({ queryKey: ["people", app_id, "one", id] });

export const peopleQueries = {
  list: (api: Api, query: PeopleQuery) =>
    infiniteListQuery(["people", query.app_id, "list", query], (part, signal) =>
      api.call("GET /api/people", { query: { ...query, ...part }, signal }),
    ),

  /** First matches, for pickers. */
  found: (api: Api, query: PeopleQuery) => ({
    ...apiQuery(api, ["people", query.app_id, "found", query], "GET /api/people", { query }),
    placeholderData: keepPreviousData,
  }),

  attributes: (api: Api, app_id: string) => ({
    ...apiQuery(api, ["attributes", app_id], "GET /api/attributes", { query: { app_id } }),
    // Attribute names rarely change, so the list doesn't wait for them. New ones appear within a minute.
    staleTime: MINUTE_MS,
  }),
};

export const personQueries = {
  one: (api: Api, app_id: string, id: string) =>
    apiQuery(api, [...personQueryFilter(app_id, id).queryKey, "profile"], "GET /api/people/:external_id", {
      params: { external_id: id },
      query: { app_id },
    }),

  timeline: (api: Api, app_id: string, id: string, kind: TimelineKind | "all") =>
    infiniteListQuery([...personQueryFilter(app_id, id).queryKey, "timeline", kind], (part, signal) =>
      api.call("GET /api/people/:external_id/timeline", {
        params: { external_id: id },
        query: { app_id, kind, ...part },
        signal,
      }),
    ),

  explain: (api: Api, query: ExplainQuery) =>
    apiQuery(api, [...personQueryFilter(query.app_id, query.person).queryKey, "explain", query], "GET /api/explain", {
      query,
    }),

  emails: (api: Api, app_id: string, id: string) =>
    apiQuery(api, [...personQueryFilter(app_id, id).queryKey, "emails"], "GET /api/people/:external_id/emails", {
      params: { external_id: id },
      query: { app_id },
    }),

  pushes: (api: Api, app_id: string, id: string) =>
    apiQuery(api, [...personQueryFilter(app_id, id).queryKey, "pushes"], "GET /api/people/:external_id/pushes", {
      params: { external_id: id },
      query: { app_id },
    }),

  suppressions: (api: Api, app_id: string, id: string) =>
    apiQuery(
      api,
      [...personQueryFilter(app_id, id).queryKey, "suppressions"],
      "GET /api/people/:external_id/suppressions",
      { params: { external_id: id }, query: { app_id } },
    ),
};

export function personAttributes(response: AttributesResponse | undefined): readonly string[] {
  return (response?.items ?? []).filter((each) => each.of === "person").map((each) => each.name);
}
