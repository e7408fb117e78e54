import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { TRACK_ROUTES } from "@fanfare/contract/schema/routes/people";
import { backendCaller } from "../../../analytics/ingest/backend-caller.ts";
import { createEventEffects } from "../../../analytics/ingest/event-effects.ts";
import { ingest } from "../../../analytics/ingest/ingest.ts";
import { createPublished } from "../../../engage/decide/published-cache.ts";
import { toIso } from "../../../store/columns.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function trackHandlers(deps: ApiDeps): Handlers<typeof TRACK_ROUTES> {
  const server = { ...deps, ...createEventEffects({ ...deps, published: createPublished(deps) }) };
  const completed = (event: unknown): unknown =>
    typeof event === "object" && event !== null && !Array.isArray(event)
      ? { id: uuidv7(deps.clock, deps.rng), at: toIso(deps.clock.now()), ...event }
      : event;
  return {
    "POST /api/track": async ({ body: { external_id, events }, app }) => {
      const caller = await backendCaller(server, app, external_id);
      return await ingest(server, app, caller, events.map(completed));
    },
  };
}
