import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frequencyQueries } from "../../lib/queries/frequency.ts";
import { appRoute } from "../app.tsx";

export const frequencyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "frequency",
  loader: ({ context: { api, client }, params }) => {
    void client.prefetchQuery(frequencyQueries.caps(api));
    void client.prefetchInfiniteQuery(frequencyQueries.order(api, params.app));
  },
  component: lazyRouteComponent(() => import("../../features/frequency/page.tsx"), "FrequencyPage"),
});
