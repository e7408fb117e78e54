import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from "@tanstack/react-router";
import { textIn } from "../../search-text.ts";
import { segmentQueries } from "../../segments/queries.ts";
import { appRoute } from "../app.tsx";

interface SegmentsSearch {
  readonly q: string;
}
const DEFAULTS: SegmentsSearch = { q: "" };

/** `/{app}/segments`: who is meant, by name. */
export const segmentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "segments",
  validateSearch: (address: Partial<SegmentsSearch> & SearchSchemaInput): SegmentsSearch => ({
    q: textIn({ ...address }, "q", 200),
  }),
  search: { middlewares: [stripSearchParams(DEFAULTS)] },
  loader: ({ context: { api, client } }) => {
    void client.prefetchQuery(segmentQueries.all(api));
  },
  component: lazyRouteComponent(() => import("../../segments/page.tsx"), "SegmentsPage"),
});
