import { z } from "zod";
import type { Body } from "../../content/body.ts";
import { VARIANTS } from "../../content/experiment.ts";
import { limits } from "../../limits.ts";
import type { ArticlesResponse } from "../client/articles.ts";
import { type FeedResponse, feedReadRequestSchema } from "../client/feed.ts";
import {
  type PushKeyResponse,
  type PushSubscriptionResponse,
  pushClickRequestSchema,
  pushSubscribeRequestSchema,
} from "../client/push.ts";
import {
  anonymousResponseSchema,
  type BootResponse,
  bootRequestSchema,
  type ExplainResponse,
  eventsRequestSchema,
  externalIdSchema,
  type GroupResponse,
  groupRequestSchema,
  identifyRequestSchema,
  type ProgressResponse,
  pageLocaleSchema,
  progressRequestSchema,
  type SurveyLinkResponse,
  suppressRequestSchema,
  surveyLinkRequestSchema,
} from "../client/v1.ts";
import { type DebugPanelResponse, debugPanelRequestSchema } from "../people/debug-link.ts";
import { type MessagesResponse, messagesRequestSchema } from "../realtime/live-update.ts";
import { eventsResponseSchema, suppressionsResponseSchema } from "../responses/client/v1.ts";
import { BUILDER_PAGE_ROUTES } from "./builder.ts";
import { appKeySchema, defineRoutes, typedSchema } from "./route.ts";

/** The page's own socket, which is excluded from signals about its own changes. */
const socket = { socket_id: z.string().optional() };
/** Tokens never go in a query, because logs would store them. An external ID may. */
const callerQuerySchema = appKeySchema.extend({ external_id: externalIdSchema.optional() });
const explainQuerySchema = callerQuerySchema.extend({
  /** ID or slug */
  content: z.string().min(1).max(limits.content_ref_chars_max),
  /** Without it, the page gates stay unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
  time_zone: z.string().max(limits.time_zone_chars_max).optional(),
});

const editionQuerySchema = appKeySchema.extend({
  locale: pageLocaleSchema,
  variant: z.enum(VARIANTS).optional(),
  /** Digest of the body: pages that didn't get it in a decision can't guess it. */
  digest: z.string().max(limits.id_chars_max),
});

const articlesQuerySchema = appKeySchema.extend({
  /** ID or slug of a live resource center. */
  content: z.string().min(1).max(limits.content_ref_chars_max),
  query: z.string().trim().min(1).max(limits.help_query_chars_max),
});

const IDENTITY = [
  "identity_required",
  "identity_invalid",
  "identity_expired",
  "identity_mismatch",
  "person_erased",
] as const;

export const CLIENT_ROUTES = defineRoutes({
  "POST /v1/boot": {
    access: "app_key",
    summary: "Start a page: the person, what to show, and what is hidden",
    query: appKeySchema,
    body: bootRequestSchema,
    response: typedSchema<BootResponse>(),
    tagged: true,
    problems: IDENTITY,
  },
  "POST /v1/identify": {
    access: "app_key",
    summary: "Identify the person in the page",
    query: appKeySchema.extend(socket),
    body: identifyRequestSchema,
    response: typedSchema<BootResponse>(),
    tagged: true,
    problems: [...IDENTITY, "socket_id_invalid"],
  },
  "GET /v1/editions/:version_id": {
    access: "app_key",
    summary: "Get the body of an edition by the path that a decision contains",
    query: editionQuerySchema,
    response: typedSchema<Body>(),
    problems: ["edition_not_found"],
  },
  "GET /v1/articles": {
    access: "app_key",
    summary: "Search the help center feed of a resource center",
    query: articlesQuerySchema,
    response: typedSchema<ArticlesResponse>(),
    problems: ["content_not_found"],
  },
  "POST /v1/surveys/:slug": {
    access: "app_key",
    summary: "Open a survey by its link",
    query: appKeySchema,
    body: surveyLinkRequestSchema,
    response: typedSchema<SurveyLinkResponse>(),
    problems: [...IDENTITY, "survey_not_open"],
  },
  "POST /v1/surveys/:slug/responses": {
    access: "app_key",
    summary: "Answer an anonymous survey, without a person",
    query: appKeySchema,
    body: anonymousResponseSchema,
    status: 204,
    problems: ["survey_not_open"],
  },
  "POST /v1/events": {
    access: "app_key",
    summary: "Store events",
    query: appKeySchema,
    body: eventsRequestSchema,
    body_bytes_max: limits.body_bytes_max,
    response: eventsResponseSchema,
    problems: IDENTITY,
  },
  "POST /v1/progress": {
    access: "app_key",
    summary: "Start, advance, or end a run",
    query: appKeySchema.extend(socket),
    body: progressRequestSchema,
    response: typedSchema<ProgressResponse>(),
    problems: [...IDENTITY, "socket_id_invalid", "content_not_found", "run_conflict", "run_not_found", "run_refused"],
  },
  "POST /v1/messages": {
    access: "app_key",
    summary: "Take the live updates that wait for the person",
    query: appKeySchema,
    body: messagesRequestSchema,
    response: typedSchema<MessagesResponse>(),
    problems: IDENTITY,
  },
  "GET /v1/feed": {
    access: "app_key",
    summary: "Get the person's announcements and live updates",
    query: callerQuerySchema.extend({ locale: pageLocaleSchema }),
    response: typedSchema<FeedResponse>(),
    problems: IDENTITY,
  },
  "POST /v1/feed/read": {
    access: "app_key",
    summary: "Mark feed items as read",
    query: appKeySchema,
    body: feedReadRequestSchema,
    response: typedSchema<FeedResponse>(),
    problems: IDENTITY,
  },
  "POST /v1/group": {
    access: "app_key",
    summary: "Update a group that the identity token names",
    query: callerQuerySchema,
    body: groupRequestSchema,
    response: typedSchema<GroupResponse>(),
    problems: [...IDENTITY, "group_not_proved", "memberships_full"],
  },
  "GET /v1/suppressions": {
    access: "app_key",
    summary: "List what the person has hidden",
    query: callerQuerySchema,
    response: suppressionsResponseSchema,
    problems: IDENTITY,
  },
  "POST /v1/suppressions": {
    access: "app_key",
    summary: "Hide content for the person",
    query: appKeySchema.extend(socket),
    body: suppressRequestSchema,
    response: suppressionsResponseSchema,
    problems: [...IDENTITY, "socket_id_invalid", "content_not_found", "suppressions_full"],
  },
  "DELETE /v1/suppressions/:id": {
    access: "app_key",
    summary: "Show hidden content again",
    query: callerQuerySchema.extend(socket),
    response: suppressionsResponseSchema,
    problems: [...IDENTITY, "socket_id_invalid", "suppression_not_found"],
  },
  "GET /v1/push-key": {
    access: "app_key",
    summary: "Get the key that browsers subscribe to push notifications with",
    query: appKeySchema,
    response: typedSchema<PushKeyResponse>(),
  },
  "POST /v1/push-subscriptions": {
    access: "app_key",
    summary: "Subscribe the person's browser to push notifications, or check its subscription",
    query: appKeySchema,
    body: pushSubscribeRequestSchema,
    response: typedSchema<PushSubscriptionResponse>(),
    problems: [...IDENTITY, "push_endpoint_refused"],
  },
  "DELETE /v1/push-subscriptions/:id": {
    access: "app_key",
    summary: "Unsubscribe a browser of the person from push notifications",
    query: callerQuerySchema,
    status: 204,
    problems: IDENTITY,
  },
  "POST /v1/push-clicks": {
    access: "app_key",
    summary: "Report a click on a push notification",
    query: appKeySchema,
    body: pushClickRequestSchema,
    status: 204,
  },
  "GET /v1/explain": {
    access: "app_key",
    summary: "Explain why the person sees content or not",
    query: explainQuerySchema,
    response: typedSchema<ExplainResponse>(),
    problems: [...IDENTITY, "content_not_found"],
  },
  "POST /v1/explain": {
    access: "app_key",
    summary: "Explain all live content to the debug panel",
    query: appKeySchema,
    body: debugPanelRequestSchema,
    response: typedSchema<DebugPanelResponse>(),
    problems: [...IDENTITY, "debug_link_invalid", "debug_link_expired", "debug_link_used"],
  },
  ...BUILDER_PAGE_ROUTES,
});

/** Loose, because Pusher clients can send additional fields. */
const authorizationForm = z.looseObject({
  socket_id: z.string(),
  app: z.string().optional(),
  token: z.string().optional(),
});

export const AUTHORIZATION_ROUTES = defineRoutes({
  "POST /pusher/auth": {
    access: "app_key",
    summary: "Authorize a subscription to a channel",
    query: z.looseObject({ app: z.string().optional() }),
    form: authorizationForm.extend({ channel_name: z.string() }),
    response: z.strictObject({ auth: z.string(), channel_data: z.string().optional() }),
    problems: [...IDENTITY, "socket_id_invalid", "channel_invalid", "channel_refused"],
  },
  "POST /pusher/user-auth": {
    access: "app_key",
    summary: "Authenticate the user of a connection",
    query: z.looseObject({ app: z.string().optional() }),
    form: authorizationForm,
    response: z.strictObject({ auth: z.string(), user_data: z.string() }),
    problems: [...IDENTITY, "socket_id_invalid"],
  },
});
