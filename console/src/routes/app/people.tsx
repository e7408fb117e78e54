import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import {
  PEOPLE_SEARCH_DEFAULTS,
  peopleQuery,
  possibleColumns,
  readPeopleSearch,
  visibleColumns,
} from "../../features/people/search.ts";
import { peopleQueries, personAttributes } from "../../lib/queries/people.ts";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/people`. The URL contains the search, filters, and columns. */
export const peopleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "people",
  validateSearch: readPeopleSearch,
  search: { middlewares: [stripSearchParams(PEOPLE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, client }, params, deps }) => {
    // Prefetches without blocking navigation.
    void client.prefetchQuery(segmentQueries.all(api));
    void client
      .ensureQueryData(peopleQueries.attributes(api, params.app))
      .catch(() => undefined)
      .then((known) => {
        const columns = visibleColumns(deps.columns, possibleColumns(personAttributes(known)));
        return client.prefetchInfiniteQuery(peopleQueries.list(api, peopleQuery(params.app, deps, columns)));
      });
  },
  component: lazyRouteComponent(() => import("../../features/people/list/page.tsx"), "PeoplePage"),
});
