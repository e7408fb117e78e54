import { uuidv7 } from "@fanfare/contract/ids";
import { trackRequestSchema } from "@fanfare/contract/schema/track";
import type { EventsResponse } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import { createPublished } from "../engage/published.ts";
import { callerOfBackEnd } from "../measure/back-end.ts";
import { ingest } from "../measure/ingest.ts";
import { createMeasures } from "../measure/measures.ts";
import { toIso } from "../store/columns.ts";
import type { ApiEnv, ApiResources } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseBody } from "./body.ts";

/** `POST /track`: what people did, told by the app's own back end. */
export function trackRoutes(deps: ApiResources): Hono<ApiEnv> {
  const house = { ...deps, ...createMeasures({ ...deps, published: createPublished(deps) }) };
  const completed = (event: unknown): unknown =>
    typeof event === "object" && event !== null && !Array.isArray(event)
      ? { id: uuidv7(deps.clock, deps.rng), at: toIso(deps.clock.now()), ...event }
      : event;
  return new Hono<ApiEnv>().post("/track", async (c) => {
    const { app_id, external_id, events } = await parseBody(c, trackRequestSchema);
    const app = appNamed(deps.apps, app_id);
    deps.passBackEnd(app, c.var.actor);
    const caller = await callerOfBackEnd(house, app, external_id);
    return c.json((await ingest(house, app, caller, events.map(completed))) satisfies EventsResponse);
  });
}
