import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** `/kit`: all components of `ui/` in all states, for development, visual review, and axe. Development builds only. */
export const kitRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: "kit",
        component: lazyRouteComponent(() => import("../../kit/kit.tsx"), "Kit"),
      }),
    ]
  : [];
