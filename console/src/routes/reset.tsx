import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { textIn } from "../search-text.ts";
import { rootRoute } from "./root.tsx";

/** `/reset?token=`: the link by which a member chooses a new password, once. */
export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "reset",
  validateSearch: (search) => ({ token: textIn(search, "token", 200) }),
  component: lazyRouteComponent(() => import("../door/reset.tsx"), "Reset"),
});
