import type { ProblemCode } from "@fanfare/contract/problem";
import { appDetailSchema, appStatusSchema } from "@fanfare/contract/schema/answers/app-settings";
import {
  channelDetailSchema,
  channelsPageSchema,
  pulseSchema,
  sentChannelEventSchema,
} from "@fanfare/contract/schema/answers/channel";
import { appsResponseSchema } from "@fanfare/contract/schema/answers/content";
import { backupsResponseSchema, healthResponseSchema } from "@fanfare/contract/schema/answers/installation";
import { liveUpdateSchema, liveUpdatesResponseSchema } from "@fanfare/contract/schema/answers/live-update";
import {
  appSecretsResponseSchema,
  createdAppResponseSchema,
  newSecretResponseSchema,
} from "@fanfare/contract/schema/answers/new-app";
import {
  webhookAttemptsResponseSchema,
  webhookDeliveriesResponseSchema,
  webhookDeliverySchema,
  webhookSchema,
  webhooksResponseSchema,
} from "@fanfare/contract/schema/answers/webhook";
import { z } from "zod";
import { CONTENT_API_ANSWERS } from "./api-answers-content.ts";
import { MEMBER_API_ANSWERS } from "./api-answers-members.ts";
import { PEOPLE_API_ANSWERS } from "./api-answers-people.ts";

/** What a route answers: a body in JSON, a file, or nothing where it says neither. */
export interface ApiAnswer {
  readonly body?: z.ZodType;
  /** The media types of a file, in place of JSON or, where a parameter asks for it, beside it. */
  readonly files?: readonly string[];
  /** Beside its usual status. */
  readonly also?: 201;
  /** Its `ETag` is the revision, which `If-Match` takes. */
  readonly tagged?: true;
  /** Why it may refuse, beside what follows from who calls and what was sent. */
  readonly problems?: readonly ProblemCode[];
}

/** Another JSON document: the description of the API itself. */
const documentSchema = z.looseObject({ openapi: z.literal("3.1.0") });

/** By method and path, as in the table of access. Every answer of a test is held against it: `api-testing.ts`. */
export const API_ANSWERS: Readonly<Record<string, ApiAnswer>> = {
  ...MEMBER_API_ANSWERS,
  ...PEOPLE_API_ANSWERS,
  ...CONTENT_API_ANSWERS,
  "GET /api/openapi.json": { body: documentSchema },
  "GET /api/apps": { body: appsResponseSchema },
  "POST /api/apps": { body: createdAppResponseSchema, problems: ["app_taken"] },
  "GET /api/apps/:id": { body: appDetailSchema, tagged: true, problems: ["app_not_found"] },
  "GET /api/apps/:id/status": { body: appStatusSchema, problems: ["app_not_found"] },
  "PATCH /api/apps/:id": { body: appDetailSchema, tagged: true, problems: ["app_not_found"] },
  "DELETE /api/apps/:id": { problems: ["app_not_found", "app_last"] },
  "GET /api/apps/:id/secrets": { body: appSecretsResponseSchema, problems: ["app_not_found"] },
  "POST /api/apps/:id/secrets": { body: newSecretResponseSchema, problems: ["app_not_found", "secrets_full"] },
  "DELETE /api/apps/:id/secrets/:secret_id": { problems: ["app_not_found", "secret_not_found", "secret_last"] },
  "GET /api/channels": { body: channelsPageSchema },
  "GET /api/channels/:name": { body: channelDetailSchema, problems: ["channel_invalid"] },
  "POST /api/channel-events": { body: sentChannelEventSchema, problems: ["channel_invalid", "channel_refused"] },
  "GET /api/connections": { body: pulseSchema },
  "GET /api/live-updates": { body: liveUpdatesResponseSchema },
  "POST /api/live-updates": { body: liveUpdateSchema, problems: ["segment_not_found", "rate_limited"] },
  "GET /api/live-updates/:id": { body: liveUpdateSchema, problems: ["live_update_not_found"] },
  "GET /api/health": { body: healthResponseSchema },
  "GET /api/backups": { body: backupsResponseSchema },
  "POST /api/backups": { body: backupsResponseSchema, problems: ["backup_refused", "backup_running"] },
  "GET /api/backups/:name/database": { files: ["application/vnd.sqlite3"], problems: ["backup_not_found"] },
  "GET /api/webhooks": { body: webhooksResponseSchema },
  "POST /api/webhooks": { body: webhookSchema, tagged: true, problems: ["webhooks_full", "webhook_url_refused"] },
  "PATCH /api/webhooks/:id": {
    body: webhookSchema,
    tagged: true,
    problems: ["webhook_not_found", "webhook_url_refused"],
  },
  "DELETE /api/webhooks/:id": { problems: ["webhook_not_found"] },
  "POST /api/webhooks/:id/restore": {
    body: webhookSchema,
    tagged: true,
    problems: ["webhook_not_found", "webhooks_full"],
  },
  "GET /api/webhook-deliveries": { body: webhookDeliveriesResponseSchema },
  "GET /api/webhook-deliveries/:id/attempts": {
    body: webhookAttemptsResponseSchema,
    problems: ["webhook_delivery_not_found"],
  },
  "POST /api/webhook-deliveries/:id/replay": {
    body: webhookDeliverySchema,
    problems: ["webhook_delivery_not_found", "webhook_delivery_not_dead"],
  },
};
