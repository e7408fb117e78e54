import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frameQueries } from "../../../lib/queries/frame.ts";
import { readOneOf } from "../../../lib/search-params.ts";
import { settingsRoute } from "../settings.tsx";

const generalRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "app",
  loader: ({ context: { api, client }, params }) => void client.prefetchQuery(frameQueries.app(api, params.app)),
  component: lazyRouteComponent(() => import("../../../features/settings/app/general.tsx"), "GeneralPage"),
});

const secretsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "secrets",
  component: lazyRouteComponent(() => import("../../../features/settings/app/secrets.tsx"), "SecretsPage"),
});

const channelsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "channels",
  component: lazyRouteComponent(() => import("../../../features/settings/app/channels.tsx"), "ChannelsPage"),
});

const limitsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "limits",
  component: lazyRouteComponent(() => import("../../../features/settings/app/limits.tsx"), "LimitsPage"),
});

const METHODS = ["module", "classic", "npm"] as const;

/** `/{app}/settings/install`. The URL contains the install method. */
const installRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "install",
  validateSearch: (search): { way?: "classic" | "npm" | undefined } => {
    const way = readOneOf(search, "way", METHODS);
    return { way: way === "module" ? undefined : way };
  },
  component: lazyRouteComponent(() => import("../../../features/settings/app/install.tsx"), "InstallPage"),
});

export const appSettingsRoutes = [generalRoute, secretsRoute, channelsRoute, limitsRoute, installRoute] as const;
