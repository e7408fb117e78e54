import { z } from "zod";
import { WEBHOOK_EVENTS } from "../webhook.ts";

/** Which events a webhook is told of; later versions may add events to `all`. */
export const wantedEventsSchema = z.union([z.literal("all"), z.array(z.enum(WEBHOOK_EVENTS)).min(1)]);
export type WantedEvents = z.infer<typeof wantedEventsSchema>;
