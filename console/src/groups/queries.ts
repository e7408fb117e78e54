import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";

export const groupQueries = {
  list: (api: Api, app_id: string, { q, after }: { readonly q: string; readonly after: string }) =>
    queryOptions({
      queryKey: ["groups", app_id, "list", q, after],
      queryFn: ({ signal }) => api.groups({ app_id, q, ...(after === "" ? {} : { after }) }, signal),
      placeholderData: keepPreviousData,
    }),

  one: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: ["groups", app_id, "one", id],
      queryFn: ({ signal }) => api.group(app_id, id, signal),
    }),

  people: (api: Api, app_id: string, id: string, after: string) =>
    queryOptions({
      queryKey: ["groups", app_id, "people", id, after],
      queryFn: ({ signal }) => api.groupPeople(id, { app_id, ...(after === "" ? {} : { after }) }, signal),
      placeholderData: keepPreviousData,
    }),
};
