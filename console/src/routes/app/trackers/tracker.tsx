import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { trackerQueries } from "../../../lib/queries/trackers.ts";
import { appRoute } from "../../app.tsx";

/** `/{app}/trackers/{id}`: one tracker. `new` creates one. `point` asks for a page to point at its element. */
export const trackerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "trackers/$id",
  // Undefined instead of missing: the router keeps what the URL contains for a missing one.
  validateSearch: ({ point }): { point?: true | undefined } => ({ point: point === true ? true : undefined }),
  loader: async ({ context: { api, client }, params: { app, id } }) => {
    if (id !== "new") await client.ensureQueryData({ ...trackerQueries.one(api, app, id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../features/trackers/tracker-page.tsx"), "TrackerPage"),
});
