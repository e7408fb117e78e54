import { createRoute, lazyRouteComponent, notFound, redirect, rootRouteId } from "@tanstack/react-router";
import { isSignedOut } from "../lib/api/api-problem.ts";
import { queries } from "../lib/queries/queries.ts";
import { rootRoute } from "./root.tsx";

/** `/{app}`: all pages of a session. `{app}` is the app's ID. Keys redirect to it. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$app",
  // The frame renders first, and pages show their own skeletons.
  pendingMs: Number.POSITIVE_INFINITY,
  beforeLoad: async ({ context: { api, client }, params, location }) => {
    const signIn = (error: unknown): never => {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: "/sign-in", search: { return_to: location.href }, replace: true });
    };
    const known = await client.ensureQueryData(queries.me(api)).catch(signIn);
    if (known.apps.some((app) => app.id === params.app)) return;
    // A new app is there once the refresh that its creation began is over.
    const { apps } = await client.fetchQuery(queries.me(api)).catch(signIn);
    if (apps.some((app) => app.id === params.app)) return;
    const named = apps.find((app) => app.key === params.app);
    // Renders without the frame, which needs an app.
    if (named === undefined) throw notFound({ routeId: rootRouteId });
    throw redirect({ href: location.href.replace(`/${params.app}`, `/${named.id}`), replace: true });
  },
  component: lazyRouteComponent(() => import("./app-layout.tsx"), "AppLayout"),
  notFoundComponent: lazyRouteComponent(() => import("../features/shell/not-found.tsx"), "NotFound"),
});
