import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { readThemeSearch, THEME_SEARCH_DEFAULTS } from "../../../features/themes/search.ts";
import { themeQueries } from "../../../lib/queries/themes.ts";
import { appRoute } from "../../app.tsx";

export const themeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "themes/$id",
  validateSearch: readThemeSearch,
  search: { middlewares: [stripSearchParams(THEME_SEARCH_DEFAULTS)] },
  loader: async ({ context: { api, client }, params: { id } }) => {
    await client.ensureQueryData({ ...themeQueries.one(api, id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../features/themes/editor-page.tsx"), "ThemePage"),
});
