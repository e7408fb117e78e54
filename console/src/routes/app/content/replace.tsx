import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { REPLACE_SEARCH_DEFAULTS, readReplaceSearch } from "../../../features/find-replace/search.ts";
import { appRoute } from "../../app.tsx";

export const replaceRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content/replace",
  validateSearch: readReplaceSearch,
  search: { middlewares: [stripSearchParams(REPLACE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../../features/find-replace/page.tsx"), "FindReplacePage"),
});
