import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from "@tanstack/react-router";
import { groupQueries } from "../../lib/queries/groups.ts";
import { readText } from "../../lib/search-params.ts";
import { appRoute } from "../app.tsx";

interface GroupsSearch {
  readonly q: string;
}

const DEFAULTS: GroupsSearch = { q: "" };

export const groupsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "groups",
  validateSearch: (address: Partial<GroupsSearch> & SearchSchemaInput): GroupsSearch => ({
    q: readText({ ...address }, "q", 200),
  }),
  search: { middlewares: [stripSearchParams(DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, params, deps }) => {
    void client.prefetchInfiniteQuery(groupQueries.list(api, params.app, deps.q));
  },
  component: lazyRouteComponent(() => import("../../features/groups/page.tsx"), "GroupsPage"),
});
