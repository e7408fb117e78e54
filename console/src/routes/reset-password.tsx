import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/reset?token=`: sets a new password. Works once. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "reset",
  validateSearch: (search) => ({ token: readText(search, "token", 200) }),
  component: lazyRouteComponent(() => import("../features/auth/reset-password.tsx"), "ResetPassword"),
});
