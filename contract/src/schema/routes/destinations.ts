import { appQuerySchema } from "../app-id.ts";
import {
  createDestinationRequestSchema,
  destinationDeliveriesQuerySchema,
  updateDestinationRequestSchema,
} from "../realtime/destination.ts";
import { replayRangeRequestSchema } from "../realtime/webhook.ts";
import {
  destinationDeliveriesResponseSchema,
  destinationDeliveryRequestSchema,
  destinationDeliverySchema,
  destinationSchema,
  destinationsResponseSchema,
} from "../responses/realtime/destination.ts";
import { receiverTestSchema } from "../responses/realtime/receiver-test.ts";
import { replayRangeResponseSchema, webhookAttemptsResponseSchema } from "../responses/realtime/webhook.ts";
import { defineRoutes } from "./route.ts";

export const DESTINATION_ROUTES = defineRoutes({
  "GET /api/destinations": {
    access: "webhook.read",
    summary: "List destinations of an app",
    query: appQuerySchema,
    response: destinationsResponseSchema,
  },
  "POST /api/destinations": {
    access: "webhook.write",
    summary: "Create a destination",
    query: appQuerySchema,
    body: createDestinationRequestSchema,
    response: destinationSchema,
    status: 201,
    tagged: true,
    problems: ["destinations_full", "webhook_url_refused"],
  },
  "PATCH /api/destinations/:id": {
    access: "webhook.write",
    summary: "Update a destination",
    query: appQuerySchema,
    body: updateDestinationRequestSchema,
    response: destinationSchema,
    tagged: true,
    match: true,
    problems: ["destination_not_found", "webhook_url_refused"],
  },
  "DELETE /api/destinations/:id": {
    access: "webhook.write",
    summary: "Delete a destination",
    query: appQuerySchema,
    problems: ["destination_not_found"],
  },
  "POST /api/destinations/:id/restore": {
    access: "webhook.write",
    summary: "Restore a deleted destination and its pending deliveries",
    query: appQuerySchema,
    response: destinationSchema,
    tagged: true,
    problems: ["destination_not_found", "destinations_full"],
  },
  "POST /api/destinations/:id/test": {
    access: "webhook.write",
    summary: "Send a test message immediately",
    query: appQuerySchema,
    response: receiverTestSchema,
    problems: ["destination_not_found"],
  },
  "POST /api/destinations/:id/replay": {
    access: "webhook.write",
    summary: "Send a destination everything of a time range again",
    query: appQuerySchema,
    body: replayRangeRequestSchema,
    response: replayRangeResponseSchema,
    status: 202,
    problems: ["destination_not_found"],
  },
  "GET /api/destination-deliveries": {
    access: "webhook.read",
    summary: "List deliveries to destinations, newest first",
    query: destinationDeliveriesQuerySchema,
    former_query: { before: "after" },
    response: destinationDeliveriesResponseSchema,
  },
  "GET /api/destination-deliveries/:id/attempts": {
    access: "webhook.read",
    summary: "List attempts of a delivery to a destination",
    query: appQuerySchema,
    response: webhookAttemptsResponseSchema,
    problems: ["webhook_delivery_not_found"],
  },
  "GET /api/destination-deliveries/:id/request": {
    access: "webhook.read",
    summary: "Show the request of a delivery to a destination, without secrets",
    query: appQuerySchema,
    response: destinationDeliveryRequestSchema,
    problems: ["webhook_delivery_not_found"],
  },
  "POST /api/destination-deliveries/:id/replay": {
    access: "webhook.write",
    summary: "Resend a failed delivery to a destination",
    query: appQuerySchema,
    response: destinationDeliverySchema,
    problems: ["webhook_delivery_not_found", "webhook_delivery_not_dead"],
  },
});
