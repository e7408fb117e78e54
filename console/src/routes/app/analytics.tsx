import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { ANALYTICS_SEARCH_DEFAULTS, readAnalyticsSearch } from "../../features/analytics/search.ts";
import { appRoute } from "../app.tsx";

export const analyticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "analytics",
  validateSearch: readAnalyticsSearch,
  search: { middlewares: [stripSearchParams(ANALYTICS_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../features/analytics/page.tsx"), "AnalyticsPage"),
});
