import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from "@tanstack/react-router";
import { trackerQueries } from "../../lib/queries/trackers.ts";
import { readText } from "../../lib/search-params.ts";
import { appRoute } from "../app.tsx";

interface TrackersSearch {
  readonly q: string;
}
const DEFAULTS: TrackersSearch = { q: "" };

export const trackersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "trackers",
  validateSearch: (address: Partial<TrackersSearch> & SearchSchemaInput): TrackersSearch => ({
    q: readText({ ...address }, "q", 200),
  }),
  search: { middlewares: [stripSearchParams(DEFAULTS)] },
  loader: ({ context: { api, client }, params }) => {
    void client.prefetchQuery(trackerQueries.all(api, params.app));
  },
  component: lazyRouteComponent(() => import("../../features/trackers/page.tsx"), "TrackersPage"),
});
