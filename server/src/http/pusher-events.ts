import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { type Context, Hono } from "hono";
import type { AppDirectory, AppRecord } from "../accounts/app-directory.ts";
import type { Channels } from "../channels/channels.ts";
import { exceedsDepth } from "../json-depth.ts";
import type { Log } from "../log.ts";
import { readBytes } from "./bounded-bytes.ts";
import { attributesOf } from "./channel-attributes.ts";
import { type PublishRequest, parsePublishRequest } from "./publish-request.ts";
import { bodyMismatch, checkSignature, type Query, type SignatureDeps } from "./signed.ts";

export interface PusherApiDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly log: Log;
  /** Path that a reverse proxy cuts off before it hands a request on; none by default. */
  readonly path_prefix?: string;
}

/**
 * `POST /apps/{id}/events` as Pusher's server libraries call it. Errors are plain text, as those libraries expect.
 *
 * @example
 * app.route("/", pusherEventsRoutes({ clock, apps, channels, log }));
 */
export function pusherEventsRoutes(deps: PusherApiDeps): Hono {
  const routes = new Hono();
  routes.post("/apps/:id/events", async (c) => {
    const call = await readSignedJson(c, deps);
    if (call.outcome === "answered") return call.response;
    const parsed = parsePublishRequest(call.body);
    if (parsed.outcome === "invalid") return c.text(parsed.message, parsed.status);
    publish(deps.channels, call.app, parsed.value);
    return publishAnswer(deps.channels, call.app, parsed.value);
  });
  return routes;
}

export type SignedJson =
  | { readonly outcome: "read"; readonly app: AppRecord; readonly body: Readonly<Record<string, unknown>> }
  | { readonly outcome: "answered"; readonly response: Response };

/** The JSON object that an app's back end signed. Whatever is wrong with it has been answered. */
export async function readSignedJson(c: Context, deps: PusherApiDeps): Promise<SignedJson> {
  const answer = (message: string, status: 400 | 401 | 404 | 413): SignedJson => ({
    outcome: "answered",
    response: c.text(message, status),
  });
  const signature: SignatureDeps = { clock: deps.clock, apps: deps.apps, path_prefix: deps.path_prefix ?? "" };
  const call = checkSignature(signature, c.req.method, c.req.raw.url, c.req.param("id") ?? "");
  if (call.outcome === "refused") {
    deps.log.debug("pusher_api_refused", { status: call.status, reason: call.message });
    return answer(call.message, call.status);
  }
  const bytes = await readBytes(c.req.raw, limits.publish_body_bytes_max);
  if (bytes === "too_large") return answer(`The body may have ${limits.publish_body_bytes_max} bytes. Send less.`, 413);
  const mismatch = bodyMismatch(bytes, call.body_md5);
  if (mismatch !== undefined) return answer(mismatch, 401);
  const body = jsonObject(bytes, call.query);
  if (body === undefined)
    return answer("The body is not a JSON object in UTF-8, or is nested too deep. Check its syntax.", 400);
  return { outcome: "read", app: call.app, body };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** An empty body leaves its parameters to the query (Pusher HTTP API, "POST parameters"). */
function jsonObject(bytes: Uint8Array, query: Query): Record<string, unknown> | undefined {
  if (bytes.length === 0) return Object.fromEntries(query);
  try {
    const text = utf8.decode(bytes);
    if (exceedsDepth(text, limits.json_depth_max)) return undefined;
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    // Every field of an object of unknown shape is unknown.
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function publish(channels: Channels, app: AppRecord, request: PublishRequest): void {
  const { event, data } = request;
  for (const channel of request.channels) channels.event(app.id, channel, { event, data }, request.except);
}

const NOTHING_ASKED = { headers: { "Content-Type": "application/json" } };

/** `{}`, or what was asked for about each channel, also about those that nobody is on. */
function publishAnswer(channels: Channels, app: AppRecord, request: PublishRequest): Response {
  if (request.info.length === 0) return new Response("{}", NOTHING_ASKED);
  const entries = request.channels.map((channel) => [
    channel.name,
    attributesOf(channels, app.id, channel, request.info),
  ]);
  return Response.json({ channels: Object.fromEntries(entries) });
}
