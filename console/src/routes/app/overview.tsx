import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../app.tsx";

export const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../../features/overview/page.tsx"), "OverviewPage"),
});
