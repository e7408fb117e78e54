import { limits } from "@fanfare/contract/limits";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readText } from "../lib/search-params.ts";
import { rootRoute } from "./root.tsx";

/** `/unsubscribe?token=`: turns off emails, without a session. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "unsubscribe",
  validateSearch: (search) => ({ token: readText(search, "token", limits.unsubscribe_token_chars_max) }),
  component: lazyRouteComponent(() => import("../features/auth/unsubscribe.tsx"), "Unsubscribe"),
});
