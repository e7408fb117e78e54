import { HOUR_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { Hono } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import { asObject, type JsonObject } from "../../lib/json.ts";
import type { TokenBuckets } from "../request/token-buckets.ts";
import { attributesOf } from "./channel-attributes.ts";
import type { IdempotencyKeys } from "./idempotency-keys.ts";
import { invalid, type ParseResult } from "./parse-result.ts";
import { publishAll, unavailableResponse } from "./publish.ts";
import { type PublishRequest, parsePublishRequest } from "./publish-request.ts";
import { plainTextResponse, readSignedJson, type SignedRequestDeps } from "./signed-request.ts";

export interface PusherEventsDeps extends SignedRequestDeps {
  readonly channels: Channels;
  readonly idempotency_keys: IdempotencyKeys;
  /** Per app. */
  readonly publish_rates: TokenBuckets;
}

/**
 * `POST /apps/{id}/events` and `/batch_events`, compatible with Pusher's server libraries.
 *
 * @example
 * app.route("/", pusherEventsRoutes({ clock, apps, channels, idempotency_keys, publish_rates, log }));
 */
export function pusherEventsRoutes(deps: PusherEventsDeps): Hono {
  return new Hono()
    .post("/apps/:id/events", async (c) => {
      const answer = await handlePublishRequest(c.req.raw, c.req.param("id"), deps);
      return answer === "published" ? publishedResponse() : answer;
    })
    .post("/apps/:id/batch_events", (c) => handleBatchRequest(c.req.raw, c.req.param("id"), deps));
}

/**
 * Publishes one event. Returns the channels' attributes if `info` requests them, or why the event wasn't published. For
 * `published` without attributes, respond with {@link publishedResponse}.
 */
export async function handlePublishRequest(
  request: Request,
  app_id: string,
  deps: PusherEventsDeps,
): Promise<Response | "published"> {
  const call = await readSignedJson(request, app_id, deps);
  if (call.outcome === "answered") return call.response;
  const parsed = parsePublishRequest(call.body, call.app.settings.limits);
  if (parsed.outcome === "invalid") return plainTextResponse(parsed.message, parsed.status);
  const { value } = parsed;
  const publishing = publishOnce(request, call.app, [value], deps);
  const refusal = publishing instanceof Promise ? await publishing : publishing;
  if (refusal !== undefined) return refusal;
  if (value.info.length === 0) return "published";
  const entries = value.channels.map((channel) => [
    channel.name,
    attributesOf(deps.channels, call.app.id, channel, value.info),
  ]);
  return Response.json({ channels: Object.fromEntries(entries) });
}

async function handleBatchRequest(request: Request, app_id: string, deps: PusherEventsDeps): Promise<Response> {
  const call = await readSignedJson(request, app_id, deps);
  if (call.outcome === "answered") return call.response;
  const parsed = parseBatch(call.body, call.app);
  if (parsed.outcome === "invalid") return plainTextResponse(parsed.message, parsed.status);
  const refusal = await publishOnce(request, call.app, parsed.value, deps);
  if (refusal !== undefined) return refusal;
  if (parsed.value.every(({ info }) => info.length === 0)) return publishedResponse();
  const batch = parsed.value.map(({ channels: [channel], info }) =>
    channel === undefined ? {} : attributesOf(deps.channels, call.app.id, channel, info),
  );
  return Response.json({ batch });
}

/** Validates the whole batch before anything is published. */
function parseBatch(body: JsonObject, { settings }: AppRecord): ParseResult<readonly PublishRequest[]> {
  const { batch } = body;
  if (!Array.isArray(batch)) return invalid("batch is missing. Send an array of events.");
  const { events_per_batch_max } = settings.limits;
  if (batch.length > events_per_batch_max) {
    return invalid(
      `Batch too large (${batch.length} > ${events_per_batch_max}). Split the batch, or raise events_per_batch_max.`,
    );
  }
  const requests: PublishRequest[] = [];
  for (const [index, item] of batch.entries()) {
    const event = asObject(item);
    if (event === undefined) return invalid(`Event ${index} of the batch isn't an object.`);
    if (typeof event["channel"] !== "string") return invalid(`Event ${index} of the batch: channel is missing.`);
    const parsed = parsePublishRequest({ ...event, channels: undefined }, settings.limits);
    if (parsed.outcome === "invalid") return invalid(`Event ${index} of the batch: ${parsed.message}`, parsed.status);
    requests.push(parsed.value);
  }
  return { outcome: "valid", value: requests };
}

/**
 * Publishes, unless the same `Idempotency-Key` was used before: then returns the response of a published call. An
 * unusable key is an error.
 */
function publishOnce(
  request: Request,
  app: AppRecord,
  events: readonly PublishRequest[],
  deps: PusherEventsDeps,
): Response | undefined | Promise<Response | undefined> {
  const too_fast = refuseRate(app, events, deps.publish_rates);
  if (too_fast !== undefined) return too_fast;
  const key = request.headers.get("Idempotency-Key");
  if (key !== null) {
    const { idempotency_key_chars_max } = app.settings.limits;
    if (key.length === 0 || key.length > idempotency_key_chars_max) {
      const message = `Idempotency-Key must have 1 to ${idempotency_key_chars_max} characters (idempotency_key_chars_max).`;
      return plainTextResponse(message, 400);
    }
    const fingerprint = Bun.MD5.hash(JSON.stringify(events), "base64");
    if (deps.channels.is_shared) return publishShared(app, events, deps, { key, fingerprint });
    const claim = deps.idempotency_keys.claim(app.id, key, fingerprint, app.settings.limits);
    if (claim === "repeated") return undefined;
    if (claim === "conflict") return keyConflict();
  }
  if (deps.channels.is_shared) return publishShared(app, events, deps, undefined);
  deps.channels.publishAll(app.id, events);
  return undefined;
}

/** An event costs one message for each of its channels. */
function refuseRate(
  { id, settings }: AppRecord,
  events: readonly PublishRequest[],
  rates: TokenBuckets,
): Response | undefined {
  const { published_messages_per_second_max: per_second } = settings.limits;
  const messages = events.reduce((sum, { channels }) => sum + channels.length, 0);
  const wait_ms = rates.take(id, { per_second, burst: per_second * limits.published_burst_s }, messages);
  if (wait_ms === 0) return undefined;
  const message = `This app publishes more than ${per_second} messages per second (published_messages_per_second_max). Try again after the number of seconds in Retry-After.`;
  const response = plainTextResponse(message, 429);
  response.headers.set("Retry-After", String(Math.ceil(wait_ms / SECOND_MS)));
  return response;
}

/** The log judges the key: all nodes share it. */
async function publishShared(
  app: AppRecord,
  events: readonly PublishRequest[],
  { channels }: PusherEventsDeps,
  given: { readonly key: string; readonly fingerprint: string } | undefined,
): Promise<Response | undefined> {
  const ttl_s = (app.settings.limits.idempotency_hours_max * HOUR_MS) / SECOND_MS;
  const once = given && { key: `${app.id}:${given.key}`, fingerprint: given.fingerprint, ttl_s };
  const published = await publishAll(channels, app.id, events, once);
  if (published === "unavailable") return unavailableResponse();
  return published === "conflict" ? keyConflict() : undefined;
}

function keyConflict(): Response {
  return plainTextResponse("This Idempotency-Key was used for another body. Use a new key for each event.", 422);
}

const JSON_TYPE = new Headers({ "Content-Type": "application/json" });

/** `{}` as JSON. Reuses one headers object, because setting headers costs more than the rest of the response. */
export function publishedResponse(headers: Headers = JSON_TYPE): Response {
  return new Response("{}", { headers });
}
