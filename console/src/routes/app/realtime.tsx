import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { REALTIME_SEARCH_DEFAULTS, readRealtimeSearch } from "../../features/realtime/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/live`: the Realtime pages. */
export const realtimeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "live",
  validateSearch: readRealtimeSearch,
  search: { middlewares: [stripSearchParams(REALTIME_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../features/realtime/page.tsx"), "RealtimePage"),
});
