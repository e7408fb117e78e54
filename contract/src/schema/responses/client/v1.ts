import { z } from "zod";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../../gates/suppression.ts";
import type { EventsResponse, Suppression, SuppressionsResponse } from "../../client/v1.ts";
import { exactSchema, readonlyArray } from "../response-schema.ts";

export const eventsResponseSchema = exactSchema<EventsResponse>("EventsResponse")(
  z.strictObject({
    accepted: z.number(),
    rejected: readonlyArray(z.strictObject({ index: z.number(), id: z.string().nullable(), detail: z.string() })),
    due: z.literal(true).optional(),
  }),
);

const suppressionSchema = exactSchema<Suppression>("Suppression")(
  z.strictObject({
    id: z.string(),
    scope: z.enum(SUPPRESSION_SCOPES),
    target: z.string(),
    reason: z.enum(SUPPRESSION_REASONS),
    name: z.string().optional(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
);

export const suppressionsResponseSchema = exactSchema<SuppressionsResponse>("SuppressionsResponse")(
  z.strictObject({ suppressions: readonlyArray(suppressionSchema) }),
);
