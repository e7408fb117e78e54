import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from "@tanstack/react-router";
import { segmentQueries } from "../../lib/queries/segments.ts";
import { readText } from "../../lib/search-params.ts";
import { appRoute } from "../app.tsx";

interface SegmentsSearch {
  readonly q: string;
}
const DEFAULTS: SegmentsSearch = { q: "" };

export const segmentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "segments",
  validateSearch: (address: Partial<SegmentsSearch> & SearchSchemaInput): SegmentsSearch => ({
    q: readText({ ...address }, "q", 200),
  }),
  search: { middlewares: [stripSearchParams(DEFAULTS)] },
  loader: ({ context: { api, client } }) => {
    void client.prefetchQuery(segmentQueries.all(api));
  },
  component: lazyRouteComponent(() => import("../../features/segments/page.tsx"), "SegmentsPage"),
});
