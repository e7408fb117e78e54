import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { CELEBRATIONS_SEARCH_DEFAULTS, readCelebrationsSearch } from "../../features/celebrations/search.ts";
import { appRoute } from "../app.tsx";

export const celebrationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "celebrations",
  validateSearch: readCelebrationsSearch,
  search: { middlewares: [stripSearchParams(CELEBRATIONS_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../features/celebrations/page.tsx"), "CelebrationsPage"),
});
