/** What a back end tells of people. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";
import { externalIdSchema } from "./v1.ts";

/**
 * `POST /api/track` answers an `EventsResponse`. Each event is as in `POST /v1/events`; without `id` it gets one (and a
 * repeated call counts twice), without `at` it happened now.
 */
export const trackRequestSchema = z.strictObject({
  app_id: appIdSchema,
  external_id: externalIdSchema,
  events: z.array(z.unknown()).min(1).max(limits.events_per_request_max),
});
