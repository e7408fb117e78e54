import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { asProblem } from "../lib/api/api-problem.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/invite?token=`: accepts an invitation. Works once. */
export const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "invite",
  validateSearch: (search) => ({ token: readText(search, "token", 200) }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { api }, deps: { token } }) => {
    try {
      return {
        state: "open",
        offer: await api.call("POST /api/invites/look", { body: { token: token === "" ? "-" : token }, unkeyed: true }),
      } as const;
    } catch (error) {
      const problem = asProblem(error);
      // Whether the link works is unknown if the server wasn't reached or asks to wait.
      if (problem.code !== "link_invalid") throw error;
      return { state: "closed", reason: problem.detail } as const;
    }
  },
  component: lazyRouteComponent(() => import("../features/auth/invite.tsx"), "Invite"),
});
