import { updateAppRequestSchema } from "@fanfare/contract/schema/app-settings";
import { channelsQuerySchema, sendChannelEventRequestSchema } from "@fanfare/contract/schema/channel";
import { liveUpdatesQuerySchema, sendLiveUpdateRequestSchema } from "@fanfare/contract/schema/live-update";
import { newAppSchema, newSecretSchema } from "@fanfare/contract/schema/new-app";
import {
  createWebhookRequestSchema,
  replayRequestSchema,
  updateWebhookRequestSchema,
  webhookDeliveriesQuerySchema,
} from "@fanfare/contract/schema/webhook";
import type { z } from "zod";
import { CONTENT_API_DETAILS } from "./api-details-content.ts";
import { MEMBER_API_DETAILS } from "./api-details-members.ts";
import { PEOPLE_API_DETAILS } from "./api-details-people.ts";
import { appQuerySchema } from "./contents.ts";

/** What the description of the API says of a route beside who may call it. */
export interface ApiDetails {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Of the answer when all is well; where it is not said 200, or 204 when the answer is empty. */
  readonly status?: 200 | 201 | 202 | 204 | 303;
  /** Needs `If-Match` with the revision that was seen. */
  readonly revision?: true;
  /** Takes `If-Match` with the tag that was seen. */
  readonly match?: true;
  /** Takes an incomplete draft from who prefers it. */
  readonly lenient?: true;
}

const app = appQuerySchema;

/** By method and path, as in the table of access. The description is generated from both tables and these schemas. */
export const API_DETAILS: Readonly<Record<string, ApiDetails>> = {
  ...MEMBER_API_DETAILS,
  ...PEOPLE_API_DETAILS,
  ...CONTENT_API_DETAILS,
  "GET /api/apps": { summary: "All apps" },
  "POST /api/apps": { summary: "Make an app; answers its secret, once", body: newAppSchema, status: 201 },
  "GET /api/apps/:id": { summary: "An app with its settings" },
  "GET /api/apps/:id/status": { summary: "Whether anybody is there: connections now, and the first page" },
  "PATCH /api/apps/:id": { summary: "Change an app's settings", body: updateAppRequestSchema, revision: true },
  "DELETE /api/apps/:id": { summary: "Delete an app with its people and all that they did", status: 204 },
  "GET /api/apps/:id/secrets": { summary: "The secrets of an app, without what they are" },
  "POST /api/apps/:id/secrets": { summary: "Make a further secret, once shown", body: newSecretSchema, status: 201 },
  "DELETE /api/apps/:id/secrets/:secret_id": { summary: "Revoke a secret at once", status: 204 },
  "GET /api/channels": { summary: "Channels that somebody is on now", query: channelsQuerySchema },
  "GET /api/channels/:name": { summary: "A channel, and who is on it", query: app },
  "POST /api/channel-events": { summary: "Say something on a channel", body: sendChannelEventRequestSchema },
  "GET /api/connections": { summary: "How many are connected now, by transport", query: app },
  "GET /api/live-updates": { summary: "Live updates that were sent", query: liveUpdatesQuerySchema },
  "POST /api/live-updates": { summary: "Say something to people now", body: sendLiveUpdateRequestSchema, status: 201 },
  "GET /api/live-updates/:id": { summary: "A live update, and how far it came", query: app },
  "GET /api/health": { summary: "What was looked at on this server, and what to do about it" },
  "GET /api/backups": { summary: "Backups on this server, and the one that is being made" },
  "POST /api/backups": { summary: "Begin a backup; the list says when it is there", status: 202 },
  "GET /api/backups/:name/database": { summary: "The database of a backup, without the key that opens its secrets" },
  "GET /api/webhooks": { summary: "Webhooks of an app", query: app },
  "POST /api/webhooks": { summary: "Make a webhook", body: createWebhookRequestSchema, status: 201 },
  "PATCH /api/webhooks/:id": { summary: "Change a webhook", query: app, body: updateWebhookRequestSchema, match: true },
  "DELETE /api/webhooks/:id": { summary: "Delete a webhook", query: app, status: 204 },
  "POST /api/webhooks/:id/restore": {
    summary: "Bring a deleted webhook back, with what it was still to be told",
    query: app,
  },
  "GET /api/webhook-deliveries": {
    summary: "What was told to webhooks, the newest first",
    query: webhookDeliveriesQuerySchema,
  },
  "GET /api/webhook-deliveries/:id/attempts": { summary: "What came of each attempt to make a delivery", query: app },
  "POST /api/webhook-deliveries/:id/replay": { summary: "Send a dead delivery once more", body: replayRequestSchema },
  "GET /api/openapi.json": { summary: "This description" },
};
