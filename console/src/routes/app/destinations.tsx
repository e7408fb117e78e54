import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readDeliverySearch } from "../../features/webhooks/deliveries/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/destinations`. The URL contains the delivery filters. */
export const destinationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "destinations",
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import("../../features/webhooks/destinations-page.tsx"), "DestinationsPage"),
});
