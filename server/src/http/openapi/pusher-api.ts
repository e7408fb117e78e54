import { limits } from "@fanfare/contract/limits";
import type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from "./types.ts";

const TEXT: JsonSchema = { type: "string" };
const COUNT: JsonSchema = { type: "integer" };
const CHANNEL: OpenApiParameter = {
  ...{ name: "name", in: "path", required: true, schema: TEXT },
  description: "Name of the channel.",
};

/**
 * The Pusher HTTP API: what server libraries call. Its routes read signed requests on their own, so they're described
 * here. `openapi.test.ts` fails if one is missing.
 */
export const PUSHER_PATHS: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>> = {
  "/apps/{id}/events": {
    post: operation({
      id: "post_apps_id_events",
      summary: "Publish an event on channels",
      body: "PusherEvent",
      answer: "PusherPublished",
      repeatable: true,
    }),
  },
  "/apps/{id}/batch_events": {
    post: operation({
      id: "post_apps_id_batch_events",
      summary: "Publish several events",
      body: "PusherBatch",
      answer: "PusherPublishedBatch",
      repeatable: true,
    }),
  },
  "/apps/{id}/channels": {
    get: operation({
      id: "get_apps_id_channels",
      summary: "List occupied channels",
      query: [
        query("filter_by_prefix", "Only channels whose names start with it, such as presence-."),
        query("info", "user_count (with the prefix presence-), subscription_count, or both, separated by a comma."),
      ],
      answer: "PusherChannels",
    }),
  },
  "/apps/{id}/channels/{name}": {
    get: operation({
      id: "get_apps_id_channels_name",
      summary: "Get a channel",
      path: [CHANNEL],
      query: [query("info", "user_count, subscription_count, cache, or several, separated by commas.")],
      answer: "PusherChannel",
    }),
  },
  "/apps/{id}/channels/{name}/users": {
    get: operation({
      id: "get_apps_id_channels_name_users",
      summary: "List the members of a presence channel",
      path: [CHANNEL],
      answer: "PusherUsers",
    }),
  },
  "/apps/{id}/users/{user_id}/terminate_connections": {
    post: operation({
      id: "post_apps_id_users_user_id_terminate_connections",
      summary: "Close all connections of a user",
      path: [{ name: "user_id", in: "path", required: true, description: "ID of the user.", schema: TEXT }],
      answer: "PusherPublished",
    }),
  },
  "/apps/{id}/channels/{name}/events": {
    post: operation({
      id: "post_apps_id_channels_name_events",
      summary: "Publish an event, as old libraries do",
      path: [CHANNEL],
      query: [query("name", "Name of the event.", true), query("socket_id", "Connection that doesn't get the event.")],
      body: "PusherData",
      deprecated: true,
    }),
  },
  "/apps/{id}/channels/{name}/stats": {
    get: operation({
      id: "get_apps_id_channels_name_stats",
      summary: "Get a channel's counts, as old libraries do",
      path: [CHANNEL],
      answer: "PusherStats",
      deprecated: true,
    }),
  },
};

const ATTRIBUTES = { user_count: COUNT, subscription_count: COUNT };
const EVENT = {
  name: { ...TEXT, description: "Name of the event.", maxLength: limits.event_name_chars_max },
  data: { ...TEXT, description: "Usually JSON as text. Delivered unchanged." },
  socket_id: { ...TEXT, description: "Connection that doesn't get the event." },
  info: { ...TEXT, description: "Attributes to return: user_count, subscription_count, or both." },
};

export const PUSHER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  PusherEvent: object(
    {
      ...EVENT,
      channels: { type: "array", items: TEXT, minItems: 1, description: "Up to channels_per_publish_max." },
      channel: { ...TEXT, description: "Instead of channels, for one channel." },
    },
    ["name", "data"],
  ),
  PusherBatch: object(
    { batch: { type: "array", items: object({ ...EVENT, channel: TEXT }, ["name", "data", "channel"]) } },
    ["batch"],
  ),
  PusherData: { description: "The data of the event, unchanged.", examples: [{ order: 7 }] },
  PusherPublished: object({ channels: { type: "object", additionalProperties: object(ATTRIBUTES) } }),
  PusherPublishedBatch: object({ batch: { type: "array", items: object(ATTRIBUTES) } }),
  PusherChannels: object({ channels: { type: "object", additionalProperties: object(ATTRIBUTES) } }, ["channels"]),
  PusherChannel: object(
    {
      occupied: { type: "boolean" },
      ...ATTRIBUTES,
      cache: {
        anyOf: [object({ data: TEXT, ttl: COUNT }, ["data", "ttl"]), { type: "null" }],
        description: "The cached event, or null if there is none.",
      },
    },
    ["occupied"],
  ),
  PusherUsers: object({ users: { type: "array", items: object({ id: TEXT }, ["id"]) } }, ["users"]),
  PusherStats: object({ occupied: { type: "boolean" }, user_count: COUNT, connection_count: COUNT }, [
    ...["occupied", "connection_count"],
  ]),
};

/** Query parameters that sign a request. Server libraries add them. */
export const PUSHER_SIGNATURE = {
  type: "apiKey",
  in: "query",
  name: "auth_signature",
  description:
    "HMAC-SHA256 of the method, path, and sorted query with the app's secret, as in the Pusher HTTP API. The query also has auth_key, auth_timestamp, auth_version=1.0, and body_md5 if there is a body. Pusher's server libraries sign each request.",
} as const;

interface PusherOperation {
  readonly id: string;
  readonly summary: string;
  readonly path?: readonly OpenApiParameter[];
  readonly query?: readonly OpenApiParameter[];
  readonly body?: string;
  /** Schema of a 200 response. Undefined: 202 without a body. */
  readonly answer?: string;
  /** Accepts `Idempotency-Key`. */
  readonly repeatable?: true;
  readonly deprecated?: true;
}

function operation(declared: PusherOperation): OpenApiOperation {
  const { id, summary, path = [], query = [], body, answer, repeatable, deprecated } = declared;
  const app: OpenApiParameter = { name: "id", in: "path", required: true, description: "ID of the app.", schema: TEXT };
  const key: OpenApiParameter = {
    ...{ name: "Idempotency-Key", in: "header", required: false, schema: TEXT },
    description: "A repeated call with the same key and body publishes nothing.",
  };
  const refused = (description: string): OpenApiResponse => ({
    description,
    content: { "text/plain": { schema: TEXT } },
  });
  return {
    ...{ operationId: id, tags: ["apps"], summary },
    description: "Requires a signature with the app's secret.",
    ...(deprecated === undefined ? {} : { deprecated }),
    parameters: [app, ...path, ...query, ...(repeatable === true ? [key] : [])],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: reference(body) } } } }),
    responses: {
      ...(answer === undefined
        ? { "202": { description: "Published." } }
        : { "200": { description: "Done.", content: { "application/json": { schema: reference(answer) } } } }),
      "400": refused("The request is invalid."),
      "401": refused("The signature is missing, late, or wrong."),
      "403": refused("The app's channels are turned off."),
      "404": refused("No app has this ID."),
      ...(body === undefined ? {} : { "413": refused("The body or the event's data is too large.") }),
      ...(repeatable === true
        ? {
            "422": refused("The idempotency key was used for another body."),
            "429": refused("The app publishes too fast. Try again after Retry-After."),
          }
        : {}),
      "503": refused("The call wasn't confirmed. Send it again."),
    },
    security: [{ pusher_signature: [] }],
  };
}

function query(name: string, description: string, required = false): OpenApiParameter {
  return { name, in: "query", required, description, schema: TEXT };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}
