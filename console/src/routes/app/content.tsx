import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { contentQuery } from "../../features/content/query.ts";
import { CONTENT_SEARCH_DEFAULTS, readContentSearch } from "../../features/content/search.ts";
import { queries } from "../../lib/queries/queries.ts";
import { appRoute } from "../app.tsx";

export const contentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content",
  validateSearch: readContentSearch,
  search: { middlewares: [stripSearchParams(CONTENT_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, params, deps }) => {
    // Prefetches without blocking navigation.
    void client.prefetchInfiniteQuery(queries.contents(api, contentQuery(params.app, deps)));
  },
  component: lazyRouteComponent(() => import("../../features/content/page.tsx"), "ContentPage"),
});
