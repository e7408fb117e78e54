import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** `/forgot`: whoever forgot their password has a link mailed. */
export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "forgot",
  component: lazyRouteComponent(() => import("../door/forgot.tsx"), "Forgot"),
});
