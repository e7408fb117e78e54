import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import { endlessQuery } from "../endless.ts";

export const groupQueries = {
  list: (api: Api, app_id: string, q: string) =>
    endlessQuery(["groups", app_id, "list", q], (part, signal) => api.groups({ app_id, q, ...part }, signal)),

  one: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: ["groups", app_id, "one", id],
      queryFn: ({ signal }) => api.group(app_id, id, signal),
    }),

  people: (api: Api, app_id: string, id: string) =>
    endlessQuery(["groups", app_id, "people", id], (part, signal) => api.groupPeople(id, { app_id, ...part }, signal)),
};
