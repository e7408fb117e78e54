import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { lookAtLink } from "../lib/api/look-at-link.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/reset?token=`: sets a new password. Works once. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "reset",
  validateSearch: (search) => ({ token: readText(search, "token", 200) }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: ({ context: { api }, deps }) =>
    lookAtLink(deps.token, (token) => api.call("POST /api/password-reset/look", { body: { token }, unkeyed: true })),
  component: lazyRouteComponent(() => import("../features/auth/reset-password.tsx"), "ResetPassword"),
});
