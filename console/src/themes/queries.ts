import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";

/** Everything about themes, for when one changed. They belong to the workspace, not to an app. */
export const themesAll = { queryKey: ["themes"] };

export const themeQueries = {
  all: (api: Api) => queryOptions({ queryKey: ["themes"], queryFn: ({ signal }) => api.themes(signal) }),
  one: (api: Api, id: string) =>
    queryOptions({ queryKey: ["themes", id, "one"], queryFn: ({ signal }) => api.theme(id, signal) }),
  uses: (api: Api, id: string) =>
    queryOptions({ queryKey: ["themes", id, "uses"], queryFn: ({ signal }) => api.themeUses(id, signal) }),
};
