import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { appRoute } from "../app.tsx";

/** `/{app}`: how the app stands at a glance. */
export const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../../features/overview/page.tsx"), "OverviewPage"),
});
