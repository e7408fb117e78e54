import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { ALERTS_SEARCH_DEFAULTS, readAlertsSearch } from "../../features/alerts/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/alerts`. The URL contains the state filter. */
export const alertsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "alerts",
  validateSearch: readAlertsSearch,
  search: { middlewares: [stripSearchParams(ALERTS_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../features/alerts/page.tsx"), "AlertsPage"),
});
