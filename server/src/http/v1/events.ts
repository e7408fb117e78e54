import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { ingest } from "../../analytics/ingest/ingest.ts";
import { recordProgress } from "../../analytics/runs/runs.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import type { V1RateLimit } from "./rate-limit.ts";

type EventRoutes = Pick<typeof CLIENT_ROUTES, "POST /v1/events" | "POST /v1/progress">;

/** Events, stored before they're acknowledged, and moves of runs. */
export function eventHandlers(resources: V1Resources, rate_limit: V1RateLimit): ClientHandlers<EventRoutes> {
  return {
    "POST /v1/progress": async ({ c, app, body, socket_id }) => {
      const caller = await resources.callers.caller(c, app, body);
      return recordProgress(resources, app, caller, body, socket_id);
    },
    "POST /v1/events": async ({ c, app, body }) => {
      const caller = await resources.callers.caller(c, app, body);
      rate_limit.person(app, caller.channel_id);
      return ingest(resources, app, caller, body.events);
    },
  };
}
