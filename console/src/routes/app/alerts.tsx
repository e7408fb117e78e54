import { ALERT_STATES, type AlertState } from "@fanfare/contract/events/alert-states";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readOneOf } from "../../lib/search-params.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/alerts`. The URL contains the state filter. */
export const alertsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "alerts",
  validateSearch: (search): { state?: Exclude<AlertState, "all"> | undefined } => {
    const state = readOneOf(search, "state", ALERT_STATES);
    return { state: state === "all" ? undefined : state };
  },
  component: lazyRouteComponent(() => import("../../features/alerts/page.tsx"), "AlertsPage"),
});
