import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from "@tanstack/react-router";
import { groupQueries } from "../../groups/queries.ts";
import { textIn } from "../../search-text.ts";
import { appRoute } from "../app.tsx";

/** What the address of the list of groups holds. */
export interface GroupsSearch {
  readonly q: string;
  readonly after: string;
}

const DEFAULTS: GroupsSearch = { q: "", after: "" };

/** `/{app}/groups`: the companies, teams and accounts that people belong to. */
export const groupsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "groups",
  validateSearch: (address: Partial<GroupsSearch> & SearchSchemaInput): GroupsSearch => {
    // What a link of ours may say is typed; what somebody may have typed is not.
    const search: Readonly<Record<string, unknown>> = { ...address };
    return { q: textIn(search, "q", 200), after: textIn(search, "after", 400) };
  },
  search: { middlewares: [stripSearchParams(DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, params, deps }) => {
    void client.prefetchQuery(groupQueries.list(api, params.app, deps));
  },
  component: lazyRouteComponent(() => import("../../groups/page.tsx"), "GroupsPage"),
});
