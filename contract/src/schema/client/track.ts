import { z } from "zod";
import { limits } from "../../limits.ts";
import { externalIdSchema } from "./v1.ts";

/**
 * `POST /api/track`. Responds with an `EventsResponse`. Events are as in `POST /v1/events`. Without `id`, one is
 * generated, and a repeated request counts twice. Without `at`, the event happened now.
 */
export const trackRequestSchema = z.strictObject({
  external_id: externalIdSchema,
  events: z.array(z.unknown()).min(1).max(limits.events_per_request_max),
});
