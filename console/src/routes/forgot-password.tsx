import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** `/forgot`: whoever forgot their password has a link mailed. */
export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "forgot",
  component: lazyRouteComponent(() => import("../features/auth/forgot-password.tsx"), "ForgotPassword"),
});
