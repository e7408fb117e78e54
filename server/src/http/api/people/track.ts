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
  /** Adds missing IDs and times. The IDs ascend, because they order events of the same time. */
  const completed = (events: readonly unknown[]): readonly unknown[] => {
    const ids = events.map(() => uuidv7(deps.clock, deps.rng)).toSorted();
    const at = toIso(deps.clock.now());
    return events.map((event, index) =>
      typeof event === "object" && event !== null && !Array.isArray(event) ? { id: ids[index], at, ...event } : event,
    );
  };
  return {
    "POST /api/track": async ({ body: { external_id, events }, app }) => {
      const caller = await backendCaller(server, app, external_id);
      return await ingest(server, app, caller, completed(events));
    },
  };
}
