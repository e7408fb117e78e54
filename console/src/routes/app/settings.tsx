import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { permissionsIn } from "../../lib/app-context.ts";
import { queries } from "../../lib/queries/queries.ts";
import { appRoute } from "../app.tsx";

export const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "settings",
  component: lazyRouteComponent(() => import("../../features/settings/layout.tsx"), "SettingsLayout"),
  notFoundComponent: lazyRouteComponent(() => import("../../features/shell/not-found.tsx"), "NotFound"),
});

/** `/{app}/settings`: redirects to the first page that the member may open. */
export const settingsHomeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/",
  beforeLoad: async ({ context: { api, client }, params }) => {
    const { member } = await client.ensureQueryData(queries.me(api));
    const configures = permissionsIn(member, params.app).includes("app.write");
    throw redirect({
      to: configures ? "/$app/settings/app" : "/$app/settings/apps",
      params: { app: params.app },
      search: {},
      replace: true,
    });
  },
});
