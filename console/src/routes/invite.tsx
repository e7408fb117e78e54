import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { asProblem } from "../queries.ts";
import { textIn } from "../search-text.ts";
import { rootRoute } from "./root.tsx";

/** `/invite?token=`: the link by which somebody becomes a member, once. */
export const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "invite",
  validateSearch: (search) => ({ token: textIn(search, "token", 200) }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { api }, deps: { token } }) => {
    try {
      return { state: "open", offer: await api.lookAtInvite({ token: token === "" ? "-" : token }) } as const;
    } catch (error) {
      return { state: "closed", reason: asProblem(error).detail } as const;
    }
  },
  component: lazyRouteComponent(() => import("../door/invite.tsx"), "Invite"),
});
