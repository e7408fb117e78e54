import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { personQueries } from "../../../people/queries.ts";
import { appRoute } from "../../app.tsx";

/** `/{app}/people/{id}`: one person, by external id or anonymous name. */
export const personRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "people/$id",
  loader: async ({ context: { api, client }, params }) => {
    await client.ensureQueryData({ ...personQueries.one(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../people/person/page.tsx"), "PersonPage"),
});
