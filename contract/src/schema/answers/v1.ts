import { z } from "zod";
import { SUPPRESSION_REASONS, SUPPRESSION_SCOPES } from "../../suppression.ts";
import type { EventsResponse, Suppression, SuppressionsResponse } from "../v1.ts";
import { exactly, listOf } from "./exactly.ts";

export const eventsResponseSchema = exactly<EventsResponse>("EventsResponse")(
  z.strictObject({
    accepted: z.number(),
    rejected: listOf(z.strictObject({ index: z.number(), id: z.string().nullable(), detail: z.string() })),
    due: z.literal(true).optional(),
  }),
);

export const suppressionSchema = exactly<Suppression>("Suppression")(
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

export const suppressionsResponseSchema = exactly<SuppressionsResponse>("SuppressionsResponse")(
  z.strictObject({ suppressions: listOf(suppressionSchema) }),
);
