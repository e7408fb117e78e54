import { createRoute, redirect } from "@tanstack/react-router";
import { lastApp } from "../last-app.ts";
import { queries } from "../queries.ts";
import { isSignedOut } from "../session.ts";
import { rootRoute } from "./root.tsx";

/** `/`: on to the app that was looked at last. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context: { api, client } }) => {
    try {
      const me = await client.ensureQueryData(queries.me(api));
      const app = lastApp(me.apps);
      if (app !== undefined) throw redirect({ to: "/$app/content", params: { app: app.id }, replace: true });
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: "/sign-in", search: {}, replace: true });
      throw error;
    }
  },
});
