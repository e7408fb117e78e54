import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { readTemplateSearch, TEMPLATE_SEARCH_DEFAULTS } from "../../../features/templates/search.ts";
import { themeQueries } from "../../../lib/queries/themes.ts";
import { appRoute } from "../../app.tsx";

/** The gallery. Its templates and the player load with it. */
export const templatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content/templates",
  validateSearch: readTemplateSearch,
  search: { middlewares: [stripSearchParams(TEMPLATE_SEARCH_DEFAULTS)] },
  loader: ({ context: { api, client } }) => {
    void client.prefetchQuery(themeQueries.all(api));
  },
  component: lazyRouteComponent(() => import("../../../features/templates/page.tsx"), "TemplatesPage"),
});
