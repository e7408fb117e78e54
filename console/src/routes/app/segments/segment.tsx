import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { segmentQueries } from "../../../lib/queries/segments.ts";
import { appRoute } from "../../app.tsx";

/** `/{app}/segments/{id}`: one segment. `new` creates one. */
export const segmentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "segments/$id",
  loader: async ({ context: { api, client }, params: { id } }) => {
    if (id !== "new") await client.ensureQueryData({ ...segmentQueries.one(api, id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../features/segments/editor-page.tsx"), "SegmentPage"),
});
