import { createRoute, lazyRouteComponent, redirect, stripSearchParams } from "@tanstack/react-router";
import { REALTIME_SEARCH_DEFAULTS, readRealtimeSearch } from "../../features/realtime/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/live`: the Realtime pages. */
export const realtimeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "live",
  validateSearch: readRealtimeSearch,
  search: { middlewares: [stripSearchParams(REALTIME_SEARCH_DEFAULTS)] },
  beforeLoad({ search: { tab, compose }, params }) {
    if (tab === "messages") throw redirect({ to: "/$app/messages", params, search: { compose }, replace: true });
  },
  component: lazyRouteComponent(() => import("../../features/realtime/page.tsx"), "RealtimePage"),
});
