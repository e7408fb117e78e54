import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { groupQueries } from "../../../lib/queries/groups.ts";
import { appRoute } from "../../app.tsx";

export const groupRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "groups/$id",
  loader: async ({ context: { api, client }, params }) => {
    void client.prefetchInfiniteQuery(groupQueries.people(api, params.app, params.id));
    await client.ensureQueryData({ ...groupQueries.one(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../features/groups/group-page.tsx"), "GroupPage"),
});
