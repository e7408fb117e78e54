import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { themeQueries } from "../../lib/queries/themes.ts";
import { appRoute } from "../app.tsx";

export const themesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "themes",
  loader: ({ context: { api, client } }) => {
    void client.prefetchQuery(themeQueries.all(api));
  },
  component: lazyRouteComponent(() => import("../../features/themes/page.tsx"), "ThemesPage"),
});
