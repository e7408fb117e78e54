import { limits } from "@fanfare/contract/limits";
import { Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { Channels } from "../channels/channels.ts";
import { attributesOf } from "./channel-attributes.ts";
import { invalid, type Parsed } from "./parsed.ts";
import { type PublishRequest, parsePublishRequest } from "./publish-request.ts";
import { asObject, type JsonObject, readSignedJson, type SignedCallDeps } from "./signed-call.ts";

export interface PusherEventsDeps extends SignedCallDeps {
  readonly channels: Channels;
}

/**
 * `POST /apps/{id}/events` and `/batch_events` as Pusher's server libraries call them.
 *
 * @example
 * app.route("/", pusherEventsRoutes({ clock, apps, channels, log }));
 */
export function pusherEventsRoutes(deps: PusherEventsDeps): Hono {
  const { channels } = deps;
  const routes = new Hono();

  routes.post("/apps/:id/events", async (c) => {
    const call = await readSignedJson(c, deps);
    if (call.outcome === "answered") return call.response;
    const parsed = parsePublishRequest(call.body);
    if (parsed.outcome === "invalid") return c.text(parsed.message, parsed.status);
    publish(channels, call.app, parsed.value);
    if (parsed.value.info.length === 0) return nothingAsked();
    const entries = parsed.value.channels.map((channel) => [
      channel.name,
      attributesOf(channels, call.app.id, channel, parsed.value.info),
    ]);
    return Response.json({ channels: Object.fromEntries(entries) });
  });

  routes.post("/apps/:id/batch_events", async (c) => {
    const call = await readSignedJson(c, deps);
    if (call.outcome === "answered") return call.response;
    const parsed = parseBatch(call.body);
    if (parsed.outcome === "invalid") return c.text(parsed.message, parsed.status);
    for (const request of parsed.value) publish(channels, call.app, request);
    if (parsed.value.every(({ info }) => info.length === 0)) return nothingAsked();
    const batch = parsed.value.map(({ channels: [channel], info }) =>
      channel === undefined ? {} : attributesOf(channels, call.app.id, channel, info),
    );
    return Response.json({ batch });
  });

  return routes;
}

/** All of a batch is checked before any of it is published. */
function parseBatch(body: JsonObject): Parsed<readonly PublishRequest[]> {
  const { batch } = body;
  if (!Array.isArray(batch)) return invalid("batch is missing: an array of events.");
  if (batch.length > limits.events_per_batch_max) {
    return invalid(`Batch too large (${batch.length} > ${limits.events_per_batch_max}). Send the rest in another.`);
  }
  const requests: PublishRequest[] = [];
  for (const [index, item] of batch.entries()) {
    const event = asObject(item);
    if (event === undefined) return invalid(`Event ${index} of the batch is not an object.`);
    if (typeof event["channel"] !== "string") return invalid(`Event ${index} of the batch: channel is missing.`);
    const parsed = parsePublishRequest({ ...event, channels: undefined });
    if (parsed.outcome === "invalid") return invalid(`Event ${index} of the batch: ${parsed.message}`, parsed.status);
    requests.push(parsed.value);
  }
  return { outcome: "valid", value: requests };
}

function publish(channels: Channels, app: AppRecord, request: PublishRequest): void {
  const { event, data } = request;
  for (const channel of request.channels) channels.event(app.id, channel, { event, data }, request.except);
}

const JSON_TYPE = { headers: { "Content-Type": "application/json" } };

function nothingAsked(): Response {
  return new Response("{}", JSON_TYPE);
}
