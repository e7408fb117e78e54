import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "forgot",
  component: lazyRouteComponent(() => import("../features/auth/forgot-password.tsx"), "ForgotPassword"),
});
