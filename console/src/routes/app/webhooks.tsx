import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readDeliverySearch } from "../../features/webhooks/deliveries/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/webhooks`. The URL contains the delivery filters. */
export const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "webhooks",
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import("../../features/webhooks/page.tsx"), "WebhooksPage"),
});
