import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { asProblem } from "../lib/api/api-problem.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/reset?token=`: sets a new password. Works once. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "reset",
  validateSearch: (search) => ({ token: readText(search, "token", 200) }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { api }, deps: { token } }) => {
    try {
      const body = { token: token === "" ? "-" : token };
      const { email } = await api.call("POST /api/password-reset/look", { body, unkeyed: true });
      return { state: "open", email } as const;
    } catch (error) {
      const problem = asProblem(error);
      // Whether the link works is unknown if the server wasn't reached or asks to wait.
      if (problem.code !== "link_invalid") throw error;
      return { state: "closed", reason: problem.detail } as const;
    }
  },
  component: lazyRouteComponent(() => import("../features/auth/reset-password.tsx"), "ResetPassword"),
});
