import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { lookAtLink } from "../lib/api/look-at-link.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/invite?token=`: accepts an invitation. Works once. */
export const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "invite",
  validateSearch: (search) => ({ token: readText(search, "token", 200) }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: ({ context: { api }, deps }) =>
    lookAtLink(deps.token, (token) => api.call("POST /api/invites/look", { body: { token }, unkeyed: true })),
  component: lazyRouteComponent(() => import("../features/auth/invite.tsx"), "Invite"),
});
