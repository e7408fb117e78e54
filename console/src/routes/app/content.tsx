import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { contentQuery } from "../../features/content/query.ts";
import { CONTENT_SEARCH_DEFAULTS, readContentSearch } from "../../features/content/search.ts";
import { queries } from "../../lib/queries/queries.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/content`: every content of the workspace, as it stands in this app. */
export const contentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content",
  validateSearch: readContentSearch,
  search: { middlewares: [stripSearchParams(CONTENT_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, params, deps }) => {
    // Begun here, shown when it is there: the page itself never waits.
    void client.prefetchInfiniteQuery(queries.contents(api, contentQuery(params.app, deps)));
  },
  component: lazyRouteComponent(() => import("../../features/content/page.tsx"), "ContentPage"),
});
