import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** `/kit`, only while developing: every component of `ui/` in every state. Playground, and what axe and the eye look at. */
export const kitRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: "kit",
        component: lazyRouteComponent(() => import("../../kit/kit.tsx"), "Kit"),
      }),
    ]
  : [];
