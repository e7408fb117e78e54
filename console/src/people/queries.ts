import { MINUTE_MS } from "@fanfare/contract/limits";
import type { ExplainQuery } from "@fanfare/contract/schema/explain";
import type { AttributesResponse, PeopleQuery } from "@fanfare/contract/schema/person";
import type { TimelineKind } from "@fanfare/contract/schema/timeline";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import { endlessQuery } from "../endless.ts";

/** Everything about the people of an app, for when something of them changed. */
export const peopleOf = (app_id: string) => ({ queryKey: ["people", app_id] });

/** Everything about one person. */
export const personOf = (app_id: string, id: string) => ({ queryKey: ["people", app_id, "one", id] });

export const peopleQueries = {
  list: (api: Api, query: PeopleQuery) =>
    endlessQuery(["people", query.app_id, "list", query], (part, signal) => api.people({ ...query, ...part }, signal)),

  /** The first of those who match, to pick from. */
  found: (api: Api, query: PeopleQuery) =>
    queryOptions({
      queryKey: ["people", query.app_id, "found", query],
      queryFn: ({ signal }) => api.people(query, signal),
      placeholderData: keepPreviousData,
    }),

  attributes: (api: Api, app_id: string) =>
    queryOptions({
      queryKey: ["attributes", app_id],
      queryFn: ({ signal }) => api.attributes(app_id, signal),
      // A new attribute appears a minute later: the list must not wait for names that hardly ever change.
      staleTime: MINUTE_MS,
    }),
};

export const personQueries = {
  one: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: [...personOf(app_id, id).queryKey, "profile"],
      queryFn: ({ signal }) => api.person(app_id, id, signal),
    }),

  timeline: (api: Api, app_id: string, id: string, kind: TimelineKind | "all") =>
    endlessQuery([...personOf(app_id, id).queryKey, "timeline", kind], ({ after, ...part }, signal) =>
      api.timeline(id, { app_id, kind, ...part, ...(after === undefined ? {} : { before: after }) }, signal),
    ),

  explain: (api: Api, query: ExplainQuery) =>
    queryOptions({
      queryKey: [...personOf(query.app_id, query.person).queryKey, "explain", query],
      queryFn: ({ signal }) => api.explain(query, signal),
    }),

  suppressions: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: [...personOf(app_id, id).queryKey, "suppressions"],
      queryFn: ({ signal }) => api.suppressions(app_id, id, signal),
    }),
};

/** The names of the attributes that people of an app have. */
export function personAttributes(response: AttributesResponse | undefined): readonly string[] {
  return (response?.items ?? []).filter((each) => each.of === "person").map((each) => each.name);
}
