import { WEBHOOK_DELIVERY_STATES } from "@fanfare/contract/realtime/webhook";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readOneOf } from "../../lib/search-params.ts";
import { appRoute } from "../app.tsx";

const STATES = ["all", ...WEBHOOK_DELIVERY_STATES] as const;
type State = (typeof STATES)[number];

/** `/{app}/destinations`. The URL contains the delivery filters. */
export const destinationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "destinations",
  validateSearch: (search): { state?: Exclude<State, "all"> | undefined } => {
    const state = readOneOf(search, "state", STATES);
    return { state: state === "all" ? undefined : state };
  },
  component: lazyRouteComponent(() => import("../../features/webhooks/destinations-page.tsx"), "DestinationsPage"),
});
