import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { isSignedOut } from "../lib/api/api-problem.ts";
import { lastApp } from "../lib/last-app.ts";
import { queries } from "../lib/queries/queries.ts";
import { rootRoute } from "./root.tsx";

/** `/`: redirects to the last opened app. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context: { api, client } }) => {
    try {
      // Waits for a refresh that an app's creation began.
      const me = await client.fetchQuery(queries.me(api));
      const app = lastApp(me.apps);
      if (app !== undefined) throw redirect({ to: "/$app/content", params: { app: app.id }, replace: true });
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: "/sign-in", search: {}, replace: true });
      throw error;
    }
  },
  component: lazyRouteComponent(() => import("../features/shell/no-apps.tsx"), "NoApps"),
});
