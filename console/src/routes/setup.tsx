import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { queries } from "../lib/queries/queries.ts";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/setup?token=`: the link that a new server prints. Creates the owner. Works once. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "setup",
  validateSearch: (search) => ({ token: readText(search, "token", 200) }),
  loader: async ({ context: { api, client } }) => ({
    needed: (await client.fetchQuery({ ...queries.setup(api), staleTime: 0 })).needed,
  }),
  component: lazyRouteComponent(() => import("../features/auth/setup.tsx"), "Setup"),
});
