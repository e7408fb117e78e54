import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { LIVE_SEARCH_DEFAULTS, readLiveSearch } from "../../live/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/live`: what goes on in the app now, and what is said to the people in it. */
export const liveRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "live",
  validateSearch: readLiveSearch,
  search: { middlewares: [stripSearchParams(LIVE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../live/page.tsx"), "LivePage"),
});
